import { Link } from '@tanstack/react-router'
import type { AwardValueHotel, AwardValueResponse, Chain, Quote } from '@vacancy/client'
import { useState } from 'react'
import { type Texts, useTexts } from '../address.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { HotelName, useNamedHotels } from '../hotels/hotel-names.tsx'
import { HotelMap } from '../map/hotel-map.tsx'
import type { Spot } from '../map/spot.ts'
import { AnswerView } from '../paid/answer-view.tsx'
import { useAnswer } from '../paid/asks.ts'
import { CACHED_SHARE } from '../paid/cached-share.ts'
import { PaidForm } from '../paid/paid-form.tsx'
import { SpentLine } from '../paid/spent-line.tsx'
import { usePaid } from '../paid/use-paid.tsx'
import { WithChains } from '../shell/with-chains.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'
import { Field, Select } from '../ui/field.tsx'
import { cppOf, cppUnit, formatCpp, formatNight, formatPoints, formatWhole } from '../ui/format.ts'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { useWallet } from '../wallet/use-wallet.ts'
import { ChainOptions } from './chain-options.tsx'

const PATH = '/award/value'
const LIMIT = 25
/** The others are a click away, so that the page stays short. */
const AT_FIRST = 10

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
  const { currency } = useWallet(chains)
  const paid = usePaid(
    { path: `${PATH}?${queryOf(texts, currency)}` },
    // The answer has its values in this currency, whatever is chosen elsewhere later.
    (ask) => setTexts({ ask, currency }, { isStep: true }),
    { given: costOf(withPoints.filter(({ id }) => !texts['chain'] || id === texts['chain'])) },
  )
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
              label={`Minimum value per point (${cppUnit(currency)})`}
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
            <SpentLine answer={shown} />
            <Values hotels={shown.data.hotels} currency={currency} />
          </section>
        )}
      </AnswerView>
    </>
  )
}

function queryOf({ chain, city, country, min_cpp: minCpp }: Texts, currency: string): URLSearchParams {
  const query = new URLSearchParams({ limit: String(LIMIT), currency })
  if (chain) query.set('chains', chain)
  if (city) query.set('city', city)
  if (country) query.set('country', country.toUpperCase())
  if (minCpp) query.set('min_cpp', String(cppOf(Number(minCpp), currency)))
  return query
}

/** One cached award night per hotel, at least 1 credit. */
function costOf(chains: readonly Chain[]): Quote['quote'] {
  const dearest =
    Math.max(0, ...chains.map(({ award_night_credits: credits }) => credits ?? 0)) * CACHED_SHARE
  return { credits_min: 1, credits_max: Math.max(1, dearest * LIMIT), cached: LIMIT, live: 0, free: 0 }
}

interface ValuesProps {
  hotels: AwardValueHotel[]
  currency: string
}

function Values({ hotels, currency }: ValuesProps) {
  const [isWhole, setWhole] = useState(false)
  const named = useNamedHotels(hotels)
  const spots = spotsOf(
    hotels,
    hotels.map((hotel) => named(hotel)),
    currency,
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
  const shown = isWhole ? hotels : hotels.slice(0, AT_FIRST)
  return (
    <>
      {spots.length > 0 && <HotelMap spots={spots} label="Best values on a map" />}
      <ValueTable hotels={shown} currency={currency} />
      {hotels.length > shown.length && (
        <div className="bench-actions">
          <Button onClick={() => setWhole(true)}>Show all {hotels.length} hotels</Button>
        </div>
      )}
    </>
  )
}

function spotsOf(
  hotels: readonly AwardValueHotel[],
  places: readonly ({ lat: number | null; lng: number | null } | undefined)[],
  currency: string,
): Spot[] {
  return hotels.flatMap(({ chain, hotel_code, name, best_cpp, best }, index) => {
    const { lat = null, lng = null } = places[index] ?? {}
    if (lat === null || lng === null) return []
    const price = formatCpp(best_cpp, currency)
    const hotel = { chain, hotel_code }
    return [{ hotel, name: name ?? hotel_code, lat, lng, price, isBest: index === 0, night: best.night }]
  })
}

function ValueTable({ hotels, currency }: ValuesProps) {
  return (
    <Table label="Best values" isStacked>
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
            <td className="roomy" data-name="City">
              {[row.city, row.country].filter(Boolean).join(', ') || '–'}
            </td>
            <td className="number" data-name="Value per point">
              {formatCpp(row.best_cpp, currency)}
              <span className="under">average {formatCpp(row.avg_cpp, currency)}</span>
            </td>
            <td data-name="Best night">
              <HotelLink hotel={row} night={row.best.night}>
                {formatNight(row.best.night)}
              </HotelLink>
            </td>
            <td className="number" data-name="Points">
              {formatPoints(row.best.lowest_points)}
            </td>
            <td className="number roomy" data-name="Nights">
              {formatWhole(row.nights)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
