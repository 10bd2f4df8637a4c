import { Link } from '@tanstack/react-router'
import type { AwardValueHotel, AwardValueResponse, Chain, Quote } from '@vacancy/client'
import { type Texts, useTexts } from '../address.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { HotelName, useNamedHotels } from '../hotels/hotel-names.tsx'
import { HotelMap } from '../map/hotel-map.tsx'
import type { Spot } from '../map/spot.ts'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { Receipt } from '../paid/cost.tsx'
import { PaidForm } from '../paid/paid-form.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Empty } from '../ui/feedback.tsx'
import { Field, Select } from '../ui/field.tsx'
import { formatCpp, formatNight, formatPoints, formatWhole } from '../ui/format.ts'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { ChainOptions } from './chain-options.tsx'

const PATH = '/award/value'
const LIMIT = 25
const CURRENCY = 'USD'

/** Where points are worth most, of the nights that anyone has looked at in the last week. */
export function ValuePage() {
  return (
    <>
      <BackLink to="/awards">Awards</BackLink>
      <Page
        title="Best value"
        about="Hotels where a point buys most, among the nights that are in the cache. Nothing is fetched, so this is quick and cheap."
      >
        <WithChains>{(chains) => <ValueSearch chains={chains} />}</WithChains>
      </Page>
    </>
  )
}

function ValueSearch({ chains }: { chains: Chain[] }) {
  const [texts, setTexts] = useTexts()
  const withPoints = chains.filter(({ award_points }) => award_points)
  const answer = useAnswer<AwardValueResponse>(PATH, texts['ask'])
  const paid = usePaid({ path: `${PATH}?${queryOf(texts)}` }, (ask) => setTexts({ ask }, { isStep: true }), {
    given: costOf(withPoints.filter(({ id }) => !texts['chain'] || id === texts['chain'])),
  })
  const field = (name: string) => ({
    value: texts[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setTexts({ [name]: target.value === '' ? undefined : target.value }),
  })
  return (
    <>
      <Card>
        <PaidForm paid={paid} isAsking={answer.isFetching} action="Show">
          <div className="request-fields">
            <Select label="Chain" {...field('chain')}>
              <ChainOptions chains={withPoints} />
            </Select>
            <Field label="City" maxLength={100} {...field('city')} />
            <Field label="Country" maxLength={2} hint="Two letters, such as JP" {...field('country')} />
            <Field
              label="Minimum value per point (¢)"
              type="number"
              min={0}
              step="any"
              {...field('min_cpp')}
            />
          </div>
        </PaidForm>
      </Card>
      <AnswerView query={answer} none={<p className="faint">The map of the best values appears here.</p>}>
        {(shown) => (
          <section className="card result" aria-label="Best values">
            <Receipt answer={shown} />
            <Values hotels={shown.data.hotels} />
          </section>
        )}
      </AnswerView>
    </>
  )
}

function queryOf({ chain, city, country, min_cpp: minCpp }: Texts): URLSearchParams {
  const query = new URLSearchParams({ limit: String(LIMIT), currency: CURRENCY })
  if (chain) query.set('chains', chain)
  if (city) query.set('city', city)
  if (country) query.set('country', country.toUpperCase())
  if (minCpp) query.set('min_cpp', minCpp)
  return query
}

/** One cached award night per hotel, at least 1 credit. */
function costOf(chains: readonly Chain[]): Quote['quote'] {
  const dearest = Math.max(0, ...chains.map(({ award_night_credits: credits }) => credits ?? 0)) * 0.25
  return { credits_min: 1, credits_max: Math.max(1, dearest * LIMIT), cached: LIMIT, live: 0, free: 0 }
}

function Values({ hotels }: { hotels: AwardValueHotel[] }) {
  const named = useNamedHotels(hotels)
  const spots = spotsOf(
    hotels,
    hotels.map((hotel) => named(hotel)),
  )
  if (hotels.length === 0) {
    return (
      <Empty icon="awards" title="No award night is known here">
        <p>Search around a place first: what the search fetches is in the cache for a week.</p>
        <Link className="button primary" to="/awards">
          Search around a place
        </Link>
      </Empty>
    )
  }
  return (
    <>
      {spots.length > 0 && <HotelMap spots={spots} label="Best values on a map" />}
      <ValueTable hotels={hotels} />
    </>
  )
}

function spotsOf(
  hotels: readonly AwardValueHotel[],
  places: readonly ({ lat: number | null; lng: number | null } | undefined)[],
): Spot[] {
  return hotels.flatMap(({ chain, hotel_code, name, best_cpp, best }, index) => {
    const { lat = null, lng = null } = places[index] ?? {}
    if (lat === null || lng === null) return []
    const price = formatCpp(best_cpp, CURRENCY)
    const hotel = { chain, hotel_code }
    return [{ hotel, name: name ?? hotel_code, lat, lng, price, isBest: index === 0, night: best.night }]
  })
}

function ValueTable({ hotels }: { hotels: AwardValueHotel[] }) {
  return (
    <Table label="Best values">
      <Heads
        of={[
          'Hotel',
          'City',
          { number: 'Value per point' },
          'Best night',
          { number: 'Points' },
          { number: 'Nights' },
        ]}
      />
      <tbody>
        {hotels.map((row) => (
          <tr key={`${row.chain} ${row.hotel_code}`}>
            <th scope="row">
              <HotelName hotel={row} name={row.name ?? undefined} />
            </th>
            <td>{[row.city, row.country].filter(Boolean).join(', ') || '–'}</td>
            <td className="number">
              {formatCpp(row.best_cpp, CURRENCY)}
              <span className="under">average {formatCpp(row.avg_cpp, CURRENCY)}</span>
            </td>
            <td>
              <HotelLink hotel={row} night={row.best.night}>
                {formatNight(row.best.night)}
              </HotelLink>
            </td>
            <td className="number">{formatPoints(row.best.lowest_points)}</td>
            <td className="number">{formatWhole(row.nights)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
