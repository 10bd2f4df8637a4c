import { useUsage } from '../api/own-queries.ts'
import { type PriceSpan, type Prices, usePrices } from '../api/price-queries.ts'
import { Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatShare, formatWhole } from '../ui/format.ts'
import { Card, Heads, Page, Table } from '../ui/page.tsx'

/** The plans side by side, and what calls cost. */
export function PricesPage() {
  const query = usePrices()
  return (
    <Page
      title="Plans and prices"
      about="You pay for calls in credits. Errors are free, and a cached answer costs a quarter of a live one."
    >
      <Loaded query={query} lines={8}>
        {(prices) => (
          <>
            <Plans prices={prices} />
            <Calls calls={prices.calls} />
            <Sources sources={prices.sources} />
            <p className="hint">
              The guide <a href="/docs/guides/billing">Credits</a> has all rules, with examples.
            </p>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Plans({ prices: { plans, calls } }: { prices: Prices }) {
  const own = useUsage().data?.plan
  const { usual } = calls.shop
  return (
    <Card flush title="Plans">
      <Table label="Plans">
        <Heads
          of={[
            'Plan',
            { number: 'Credits a month' },
            { number: 'Requests per second' },
            { number: 'Live stays' },
            { number: 'Cached stays' },
          ]}
        />
        <tbody>
          {plans.map(({ name, credits, requests_per_second }) => (
            <tr key={name}>
              <th scope="row">
                {name} {name === own && <span className="badge good">yours</span>}
              </th>
              <td className="number strong">{formatWhole(credits)}</td>
              <td className="number">{formatWhole(requests_per_second)}</td>
              <td className="number">{usual === 0 ? '–' : formatWhole(credits / usual)}</td>
              <td className="number">
                {usual === 0 ? '–' : formatWhole(credits / (usual * calls.cachedShare))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="hint more">
        Live and cached stays: how many the credits buy at the usual price. Credits reset on the first of each
        month (UTC). To change the plan, ask the operator of this server.
      </p>
    </Card>
  )
}

function Calls({ calls }: { calls: Prices['calls'] }) {
  const { flat, cachedShare } = calls
  const cached = (price: PriceSpan | number) => spanWords(price, cachedShare)
  const rows = [
    { what: 'A stay', call: '/shop', live: calls.shop },
    { what: 'A stay in points', call: '/award', live: calls.award },
    { what: 'A stay at a travel agency', call: '/ota/…/shop', live: calls.agencyShop },
    {
      what: 'A hotel of a comparison set',
      call: '/compset',
      live: calls.compsetRow,
      note: `at least ${formatCredits(flat.compset)} a call`,
    },
    { what: 'A cell of a grid, in cash', call: '/matrix, /export', live: calls.cashCell },
    {
      what: 'The hotels around a place',
      call: '/hotels, /area, /trip',
      live: calls.placeLookup,
      note: 'per chain with a hotel there',
    },
    {
      what: 'The ids of a hotel at other sources',
      call: '/hotels/…/ids',
      live: calls.resolution,
      known: '0',
    },
    {
      what: 'Whether a price is good',
      call: '/insight',
      live: calls.judgement,
      known: formatCredits(calls.judgement),
      note: 'plus the stay',
    },
  ]
  return (
    <Card flush title="Calls">
      <Table label="Prices of calls">
        <Heads of={['What', 'Call', { number: 'Live' }, { number: 'Cached' }, 'Note']} />
        <tbody>
          {rows.map(({ what, call, live, known = cached(live), note }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>
                <code>{call}</code>
              </td>
              <td className="number strong">{spanWords(live, 1)}</td>
              <td className="number">{known}</td>
              <td className="wordy">{note}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">A look by a watch</th>
            <td>
              <code>/watches</code>
            </td>
            <td className="number strong">{cached(calls.cashCell)}</td>
            <td className="number">–</td>
            <td className="wordy">per night, {formatShare(cachedShare)} of the price of a cell</td>
          </tr>
        </tbody>
      </Table>
      <p className="hint more">
        The page shows what a call may cost before you make it. The answer says what it cost.
      </p>
    </Card>
  )
}

function Sources({ sources }: { sources: Prices['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Card flush title="Live prices by source">
      <Table label="Prices by source">
        <Heads
          of={[
            'Source',
            { number: 'Stay' },
            { number: 'Hotel of a set' },
            { number: 'Night of a longer stay' },
            { number: 'Night in points' },
          ]}
        />
        <tbody>
          {sources.map(({ id, name, shop, compset_hotel, calendar_night, award_night }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                <span className="under">
                  <code>{id}</code>
                </span>
              </th>
              <td className="number">{formatCredits(shop)}</td>
              <td className="number">{formatCredits(compset_hotel)}</td>
              <td className="number">{formatCredits(calendar_night)}</td>
              <td className="number">{award_night === null ? '–' : formatCredits(award_night)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function spanWords(price: PriceSpan | number, share: number): string {
  if (typeof price === 'number') return formatCredits(price * share)
  const { least, most } = price
  return least === most
    ? formatCredits(least * share)
    : `${formatCredits(least * share)} to ${formatCredits(most * share)}`
}
