import { Link } from '@tanstack/react-router'
import type { NightParity, ParityFigures as Parity } from '@vacancy/client'
import { Figure } from '../charts/figure.tsx'
import type { FigureTable } from '../charts/figure-table.ts'
import { LineChart } from '../charts/lazy.tsx'
import { formatNightAt } from '../hotels/price-history.tsx'
import { formatFullDay, formatPercent, formatRound } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { saidOf } from './market-calendar.tsx'
import { undercutWords } from './parity-words.ts'

interface ParityFiguresProps {
  data: Parity
  /** Null on a shared board, which has no pages of nights. */
  link: { set: string; job: string } | null
  nameOf: (agency: string) => string
}

type Channel = NonNullable<NightParity['channels'][number]>

/** The marks differ by shape, so that they can be told apart without colour. */
export const MARKS = { win: '▲', meet: '●', lose: '▼' } as const

export function ParityFigures({ data, link, nameOf }: ParityFiguresProps) {
  const file = `parity-${data.hotel.hotel_code}`
  const table = tableOf(data, nameOf)
  return (
    <>
      <GapFigure data={data} nameOf={nameOf} table={table} file={file} />
      <section className="parity-grid" aria-labelledby="parity-grid">
        <div className="figure-head">
          <h2 id="parity-grid">By night and agency</h2>
          <p className="legend">
            <span className="verdict lose">{MARKS.lose} lose</span>
            <span className="verdict meet">{MARKS.meet} meet</span>
            <span className="verdict win">{MARKS.win} win</span>
          </p>
        </div>
        <Table label="Parity by night and agency">
          <thead>
            <tr>
              <th scope="col">Night</th>
              <th scope="col" className="number">
                Direct
              </th>
              {data.channels.map(({ channel }) => (
                <th key={channel} scope="col" className="number">
                  {nameOf(channel)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.nights.map((night) => (
              <tr key={`${night.night} ${night.los}`}>
                <th scope="row">
                  {link ? (
                    <Link
                      to="/my-hotels/$id/$night"
                      params={{ id: link.set, night: night.night }}
                      search={{ parity: link.job }}
                    >
                      {formatFullDay(night.night)}
                    </Link>
                  ) : (
                    formatFullDay(night.night)
                  )}
                </th>
                <td className="number strong">
                  {night.direct?.bar_after_tax
                    ? formatRound(night.direct.bar_after_tax, night.direct.currency)
                    : saidOf(night.direct)}
                </td>
                {night.channels.map((channel, index) => (
                  <ChannelCell key={data.channels[index]?.channel} channel={channel} />
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </>
  )
}

function ChannelCell({ channel }: { channel: Channel | null }) {
  if (!channel) return <td className="number faint">no data</td>
  const { verdict, gap_pct: gap, status, comparison_note: note } = channel
  if (verdict === null) {
    return (
      <td className="number faint" title={note ?? undefined}>
        {status === 'available' ? 'not compared' : saidOf(channel)}
      </td>
    )
  }
  return (
    <td className={`number parity-cell ${verdict}`} title={note ?? undefined}>
      <span className={`verdict ${verdict}`}>
        <span aria-hidden="true">{MARKS[verdict]}</span>
        <span className="unseen">{verdict}</span> {gap === null ? '' : formatPercent(gap)}
      </span>
      <span className="under">
        {formatRound(channel.bar_after_tax ?? channel.bar ?? 0, channel.currency)}
      </span>
    </td>
  )
}

interface GapFigureProps {
  data: Parity
  nameOf: (agency: string) => string
  table: FigureTable
  file: string
}

/** The hotel's own rate beside the cheapest agency of each night. */
function GapFigure({ data, nameOf, table, file }: GapFigureProps) {
  const currency = data.nights.find(({ direct }) => direct)?.direct?.currency ?? 'USD'
  const direct = data.nights.map((night) => night.direct?.bar_after_tax ?? null)
  const cheapest = data.nights.map(({ direct: own, channels }) => {
    const gaps = channels.flatMap((channel) => channel?.gap ?? [])
    const rate = own?.bar_after_tax ?? null
    return gaps.length === 0 || rate === null ? null : rate + Math.min(...gaps)
  })
  return (
    <Figure
      title="Direct and the cheapest agency"
      words={undercutWords(data, nameOf)}
      file={file}
      table={table}
    >
      <LineChart
        at={data.nights.map(({ night }) => Date.parse(night))}
        series={[
          { name: 'Direct', look: 'own', values: direct },
          { name: 'Cheapest agency', look: 'market', values: cheapest },
        ]}
        formatValue={(value) => formatRound(value, currency)}
        formatAt={formatNightAt}
      />
    </Figure>
  )
}

function tableOf({ nights, channels }: Parity, nameOf: (agency: string) => string): FigureTable {
  return {
    columns: [
      { title: 'Night' },
      { title: 'Direct', isNumber: true },
      { title: 'Currency' },
      { title: 'Verdict' },
      ...channels.flatMap(({ channel }) => [
        { title: `${nameOf(channel)}, gap %`, isNumber: true },
        { title: `${nameOf(channel)}, verdict` },
      ]),
    ],
    rows: nights.map((night) => [
      night.night,
      night.direct?.bar_after_tax ?? null,
      night.direct?.currency ?? null,
      night.verdict,
      ...night.channels.flatMap((channel) => [channel?.gap_pct ?? null, channel?.verdict ?? null]),
    ]),
  }
}
