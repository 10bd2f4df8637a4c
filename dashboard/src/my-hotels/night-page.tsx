import { Link, useParams } from '@tanstack/react-router'
import type { GetJobMarketResponse, GetJobParityResponse, HotelSet, ShopResponse } from '@vacancy/client'
import { useTexts } from '../address.ts'
import { useJobMarket, useJobParity, useSet } from '../api/set-queries.ts'
import { useChains, useHotelFacts } from '../api/v1-queries.ts'
import { StayResult } from '../explorer/stay-result.tsx'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { PriceHistory } from '../hotels/price-history.tsx'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { CostBefore } from '../paid/cost.tsx'
import { SpentLine } from '../paid/spent-line.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded, Skeleton, StayBadge } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { formatFullDay, formatMoney, formatPercent, formatWhole } from '../ui/format.ts'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { Facts } from './facts.tsx'
import { MARKS } from './parity-figures.tsx'

/** One night of a set: who sells at which price, the rooms and rates of one hotel, and how they came about. */
export function NightPage() {
  const { id = '', night = '' } = useParams({ strict: false })
  const { keyId } = useActingKey()
  const query = useSet(id)
  if (keyId === undefined) {
    return (
      <Page title={formatFullDay(night)}>
        <NeedsKey />
      </Page>
    )
  }
  return <Loaded query={query}>{(set) => <SetNight set={set} night={night} />}</Loaded>
}

const keyOf = ({ chain, hotel_code }: HotelId) => `${chain}/${hotel_code}`

function SetNight({ set, night }: { set: HotelSet; night: string }) {
  const [texts, setTexts] = useTexts()
  const subject = set.subject ?? set.hotels[0] ?? { chain: '', hotel_code: '' }
  const facts = useHotelFacts(subject)
  const currency = facts.data?.hotel.currency ?? 'USD'
  const market = useJobMarket({
    job: texts['job'],
    subject,
    currency: facts.isPending ? undefined : currency,
  })
  const parity = useJobParity(texts['parity'])
  const nameOf = useHotelNames(set.hotels)
  const chosen = set.hotels.find((hotel) => keyOf(hotel) === texts['hotel']) ?? subject
  // What stands above the rest comes first, so that nothing moves.
  const isAwaited =
    facts.isPending ||
    (texts['job'] !== undefined && market.isPending) ||
    (texts['parity'] !== undefined && parity.isPending)
  return (
    <Page
      title={formatFullDay(night)}
      about={
        <>
          One night for two adults.{' '}
          <Link to="/my-hotels/$id" params={{ id: set.id }} search={backTo(texts)}>
            Back to {set.name}
          </Link>
        </>
      }
    >
      {!isAwaited && market.data && <NightMarket data={market.data} {...{ subject, night, currency }} />}
      {!isAwaited && parity.data && <NightParityCard data={parity.data} night={night} />}
      {isAwaited ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <div className="chosen-hotel">
            <Select
              label="Hotel"
              value={keyOf(chosen)}
              onChange={(event) =>
                setTexts({ hotel: event.target.value, shop: undefined, history: undefined })
              }
            >
              {set.hotels.map((hotel) => (
                <option key={keyOf(hotel)} value={keyOf(hotel)}>
                  {nameOf(hotel) ?? hotel.hotel_code}
                </option>
              ))}
            </Select>
          </div>
          <Rooms key={`rooms ${keyOf(chosen)}`} hotel={chosen} night={night} currency={currency} />
          <PriceHistory key={`history ${keyOf(chosen)}`} hotel={chosen} currency={currency} night={night} />
        </>
      )}
    </Page>
  )
}

function backTo({ job, parity }: Readonly<Record<string, string | undefined>>) {
  return job === undefined && parity !== undefined
    ? { view: 'parity', job: parity }
    : { view: 'market', ...(job !== undefined && { job }) }
}

interface NightMarketProps {
  data: GetJobMarketResponse
  subject: HotelId
  night: string
  currency: string
}

/** The hotels of the set that night, cheapest first. Free: the board was paid for. */
function NightMarket({ data, subject, night, currency }: NightMarketProps) {
  const found = data.nights.find((one) => one.night === night)
  if (!found) return null
  const { market, rates } = found
  const rows = data.hotels
    .map((hotel, index) => ({ hotel, rate: rates[index] ?? null }))
    .toSorted(
      (a, b) => (a.rate?.rate ?? Number.POSITIVE_INFINITY) - (b.rate?.rate ?? Number.POSITIVE_INFINITY),
    )
  const place = market.subject
  const versus = place?.vs_others_median_pct
  return (
    <>
      <Facts
        facts={[
          { name: 'Rank', value: place ? `${place.rank} of ${place.of}` : '–', note: '1 is the cheapest' },
          {
            name: 'Rate index',
            value: place?.rate_index ? formatWhole(place.rate_index) : '–',
            note: '100 is the mean of the others',
          },
          {
            name: 'Median of the others',
            value: formatMoney(place ? place.others_median : market.median, currency),
          },
          {
            name: 'Against the median',
            value: typeof versus === 'number' ? formatPercent(versus) : '–',
            note: 'of the others',
          },
        ]}
      />
      <Card flush title="All hotels that night">
        <Table label="All hotels that night">
          <Heads
            of={['Hotel', { number: market.basis === 'bar_after_tax' ? 'After tax' : 'As shown' }, 'Status']}
          />
          <tbody>
            {rows.map(({ hotel, rate }) => (
              <tr key={keyOf(hotel)}>
                <th scope="row">
                  {hotel.name ?? hotel.hotel_code}{' '}
                  {keyOf(hotel) === keyOf(subject) && <span className="badge info">yours</span>}
                </th>
                <td className="number strong">{formatMoney(rate?.rate, currency)}</td>
                <td>
                  {rate?.status ? (
                    <StayBadge status={rate.status} minLos={rate.min_los} />
                  ) : (
                    <span className="faint">no data</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </>
  )
}

function NightParityCard({ data, night }: { data: GetJobParityResponse; night: string }) {
  const chains = useChains().data?.chains ?? []
  const nameOf = (channel: string) => chains.find(({ id }) => id === channel)?.name ?? channel
  const found = data.nights.find((one) => one.night === night)
  if (!found) return null
  return (
    <Card flush title="The agencies that night">
      <Table label="The agencies that night">
        <Heads of={['Agency', { number: 'After tax' }, { number: 'Gap' }, 'Verdict']} />
        <tbody>
          <tr>
            <th scope="row">Direct</th>
            <td className="number strong">
              {formatMoney(found.direct?.bar_after_tax, found.direct?.currency)}
            </td>
            <td />
            <td />
          </tr>
          {found.channels.map((channel, index) => (
            <tr key={data.channels[index]?.channel}>
              <th scope="row">{nameOf(data.channels[index]?.channel ?? '')}</th>
              <td className="number">{formatMoney(channel?.bar_after_tax, channel?.currency)}</td>
              <td className="number">
                {typeof channel?.gap_pct === 'number' ? formatPercent(channel.gap_pct) : '–'}
              </td>
              <td className="wordy">
                {channel?.verdict ? (
                  <span className={`verdict ${channel.verdict}`}>
                    <span aria-hidden="true">{MARKS[channel.verdict]}</span> {channel.verdict}
                  </span>
                ) : (
                  <span className="faint">{channel?.comparison_note ?? 'no data'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

interface RoomsProps {
  hotel: HotelId
  night: string
  currency: string
}

/** The room by rate matrix of one hotel, when it is asked for. */
function Rooms({ hotel, night, currency }: RoomsProps) {
  const [texts, setTexts] = useTexts()
  const paid = usePaid({ path: '/shop', body: { ...hotel, checkin: night, currency } }, (shop) =>
    setTexts({ shop }),
  )
  const query = useAnswer<ShopResponse>('/shop', texts['shop'])
  return (
    <Card title="Rooms and rates">
      <div className="ask-board">
        <Button busy={paid.isQuoting || query.isLoading} onClick={paid.submit}>
          Show rooms and rates
        </Button>
        <CostBefore cost={paid.cost} />
      </div>
      {paid.error && <FaultNote error={paid.error} />}
      {paid.dialog}
      {texts['shop'] !== undefined && (
        <AnswerView query={query} none={null}>
          {(answer) => (
            <div className="result rooms-answer">
              <StayResult stay={answer.data} />
              <SpentLine answer={answer} />
            </div>
          )}
        </AnswerView>
      )}
    </Card>
  )
}
