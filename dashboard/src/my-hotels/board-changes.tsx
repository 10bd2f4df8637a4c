import type { BoardChange, GetBoardResponse } from '@vacancy/client'
import { useState } from 'react'
import { Segments } from '../ui/field.tsx'
import { formatMoment, formatPercent, formatWhole } from '../ui/format.ts'
import { Card, Heads, Table } from '../ui/page.tsx'
import { Facts } from './facts.tsx'

const SPANS = [
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const

/** How the board differs from earlier runs of it. */
export function BoardChanges({ changes }: Pick<GetBoardResponse, 'changes'>) {
  const first = SPANS.find(({ value }) => changes[value] !== null)?.value
  const [span, setSpan] = useState<(typeof SPANS)[number]['value']>(first ?? '1d')
  const change = changes[span]
  return (
    <Card
      title="What changed"
      aside={<Segments label="Compared with" value={span} options={SPANS} onChoose={setSpan} />}
    >
      {change ? (
        <Change of={change} />
      ) : (
        <p className="hint">
          Nothing to compare with yet: the board was not fetched{' '}
          {SPANS.find(({ value }) => value === span)?.label} ago. Have it mailed every morning, and the
          changes appear here.
        </p>
      )}
    </Card>
  )
}

function Change({ of }: { of: BoardChange }) {
  const { since_at: at, nights, compared, cheaper, dearer, gone, reopened, hotels } = of
  return (
    <>
      <p className="hint">
        Against {formatMoment(at)}: {formatWhole(compared)} rates of {formatWhole(nights)} nights in both.
      </p>
      <Facts
        facts={[
          ...pairFact('Average rank', of.rank),
          ...pairFact('Rate index', of.rate_index),
          ...pairFact('Undercut', of.lose),
          { name: 'Cheaper', value: formatWhole(cheaper), note: 'rates' },
          { name: 'Dearer', value: formatWhole(dearer), note: 'rates' },
          { name: 'No longer sold', value: formatWhole(gone), note: `${formatWhole(reopened)} sold again` },
        ]}
      />
      <Table label="Changes by hotel">
        <Heads
          of={[
            'Hotel',
            { number: 'Change' },
            { number: 'Cheaper' },
            { number: 'Dearer' },
            { number: 'Nights' },
          ]}
        />
        <tbody>
          {hotels.map(({ chain, hotel_code: code, name, change_pct: pct, ...row }) => (
            <tr key={`${chain} ${code}`}>
              <th scope="row">
                {name ?? code}
                <span className="under">{chain}</span>
              </th>
              <td className="number strong">{pct === null ? '–' : formatPercent(pct)}</td>
              <td className="number">{row.cheaper}</td>
              <td className="number">{row.dearer}</td>
              <td className="number">{row.compared}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function pairFact(name: string, pair: BoardChange['rank']) {
  if (!pair) return []
  const written = (value: number | null) => (value === null ? '–' : String(value))
  return [{ name, value: written(pair.now), note: `${written(pair.before)} before` }]
}
