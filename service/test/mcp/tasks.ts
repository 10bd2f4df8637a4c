import { inDays } from '../support/market.ts'
import type { Outcome } from './agents.ts'

/** What a scripted client needs to do a task. */
export interface Hands {
  call(tool: string, args?: Record<string, unknown>): Promise<Outcome>
  /** Lets time pass until the jobs that a result names have ended. */
  wait(of: Outcome): Promise<void>
  /** What the user has on the page Endpoints. */
  endpoint: string
}

export interface Task {
  /** In the words of a user. */
  words: string
  /** The last result must have at least one row, unless the task is impossible. */
  run(hands: Hands): Promise<Outcome>
  /** What an impossible task must end with. */
  reason?: RegExp
}

interface Hotel {
  chain: string
  hotel_code: string
}

const DAY_MS = 86_400_000
const NIGHT = inDays(30)
const LATER = inDays(34)
const LISBON = { q: 'Lisbon', chains: ['castellan'], limit: 1 }
const LONDON = 'Aurelia London Observatory'

/** The next March, as a range of nights. */
export const MARCH = (() => {
  const now = new Date()
  const year = now.getUTCFullYear() + (now.getUTCMonth() >= 2 ? 1 : 0)
  return { from: `${year}-03-01`, to: `${year}-03-31` }
})()

function hotelsOf(outcome: Outcome, most: number): Hotel[] {
  const rows = outcome.structuredContent?.rows ?? []
  return rows.slice(0, most).map(({ hotel }) => {
    const { chain, hotel_code } = hotel as Hotel
    return { chain, hotel_code }
  })
}

/** A hotel that the user named: every task that needs one begins with this call. */
async function named({ call }: Hands, name: string): Promise<Hotel> {
  const [hotel] = hotelsOf(await call('find_hotels', { q: name, limit: 3 }), 1)
  if (!hotel) throw new Error(`${name} was not found`)
  return hotel
}

/** The first of two nights in a row that can be had: which are sold out depends on the day. */
function firstOfTwo({ structuredContent }: Outcome): string {
  const open = (structuredContent?.rows ?? []).filter(({ status }) => status === 'available')
  const days = new Set(open.map(({ night }) => Date.parse(String(night))))
  const [first] = [...days].filter((day) => days.has(day + DAY_MS)).toSorted((a, b) => a - b)
  if (first === undefined) throw new Error('there are no two nights in a row')
  return new Date(first).toISOString().slice(0, 10)
}

function jobOf({ structuredContent }: Outcome): string {
  return structuredContent?.jobs?.[0]?.job_id ?? ''
}

export const TASKS: readonly Task[] = [
  {
    words: `What does a night at the ${LONDON} cost a month from now?`,
    run: async (hands) => hands.call('stay_price', { ...(await named(hands, LONDON)), checkin: NIGHT }),
  },
  {
    words:
      'Which of the three Aurelia, Brightwater and Evergrand hotels nearest to the centre of Lisbon is cheapest a month from now?',
    run: async ({ call }) => {
      const chains = ['aurelia', 'brightwater', 'evergrand']
      const near = await call('hotels_around', { q: 'Lisbon', chains, limit: 3 })
      return call('compare_hotels', { hotels: hotelsOf(near, 3), checkin: NIGHT })
    },
  },
  {
    words:
      'Which night is cheapest at the nearest Castellan in Lisbon, a month from now or in the four days after?',
    run: async ({ call }) => {
      const [hotel] = hotelsOf(await call('hotels_around', LISBON), 1)
      return call('price_calendar', { ...hotel, nights: { from: NIGHT, to: LATER } })
    },
  },
  {
    words: `How many points does that night at the ${LONDON} take, and what is a point worth there?`,
    run: async (hands) => hands.call('stay_award', { ...(await named(hands, LONDON)), checkin: NIGHT }),
  },
  {
    words: 'The cheapest award night in Lisbon in March under 20,000 Evergrand points?',
    run: ({ call }) =>
      call('search_awards', {
        q: 'Lisbon',
        chains: ['evergrand'],
        nights: MARCH,
        max_points: 20_000,
        limit: 5,
      }),
  },
  {
    words: 'Where in Portugal are my Evergrand points worth most in March?',
    run: ({ call }) => call('best_award_value', { country: 'PT', chains: ['evergrand'], ...MARCH, limit: 5 }),
  },
  {
    words: `Is the ${LONDON} cheaper at Lodgista?`,
    run: async (hands) =>
      hands.call('check_parity', {
        ...(await named(hands, LONDON)),
        checkin: NIGHT,
        channels: ['lodgista'],
      }),
  },
  {
    words: `Is the price of the ${LONDON} a good one?`,
    run: async (hands) => hands.call('is_good_price', { ...(await named(hands, LONDON)), checkin: NIGHT }),
  },
  {
    words: 'How did that price change so far?',
    run: async (hands) =>
      hands.call('price_history', { ...(await named(hands, LONDON)), nights: { from: NIGHT, to: NIGHT } }),
  },
  {
    words: `Pay two nights at the ${LONDON} with 40,000 points and a 50k certificate.`,
    run: async (hands) => {
      const hotel = await named(hands, LONDON)
      const nights = { from: NIGHT, to: LATER }
      const checkin = firstOfTwo(await hands.call('price_calendar', { ...hotel, nights }))
      return hands.call('plan_trip', {
        hotels: [hotel],
        checkin,
        los: 2,
        wallet: { points: { aurelia: 40_000 }, certificates: [{ chain: 'aurelia', id: '50k', count: 1 }] },
      })
    },
  },
  {
    words: `Fetch the prices of the ${LONDON} for the three nights after that.`,
    run: async (hands) => {
      const nights = { from: inDays(35), to: inDays(37) }
      const started = await hands.call('start_grid', { hotels: [await named(hands, LONDON)], nights })
      await hands.wait(started)
      return hands.call('get_job', { job_id: jobOf(started) })
    },
  },
  { words: 'How many credits do I have left?', run: ({ call }) => call('account_usage') },
  {
    words: 'What does the Observatory hotel in London cost, a month from now?',
    run: async (hands) => {
      const hotel = await named(hands, 'the Observatory hotel in London')
      return hands.call('stay_price', { ...hotel, checkin: NIGHT, limit: 3 })
    },
  },
  {
    words: 'Which chains have award points, and what does it cost to ask each?',
    run: ({ call }) => call('list_sources'),
  },
  {
    words: `Tell me when the night at the ${LONDON} falls below 150 pounds.`,
    run: async (hands) =>
      hands.call('watch_price', {
        ...(await named(hands, LONDON)),
        nights: { from: NIGHT, to: NIGHT },
        currency: 'GBP',
        condition: 'price_lte',
        price_lte: { amount: 150 },
        endpoints: [hands.endpoint],
      }),
  },
  {
    words:
      'Which of five nights are available for points at the nearest Castellan in Lisbon? Nobody has asked for them before.',
    run: async ({ call, wait }) => {
      const search = { ...LISBON, nights: { from: inDays(60), to: inDays(64) } }
      await wait(await call('search_awards', { ...search, fill: 'stale', max_credits: 9 }))
      return call('search_awards', search)
    },
  },
  {
    words: 'What does the Hilton Munich cost? (It is not known.)',
    run: ({ call }) => call('find_hotels', { q: 'Hilton Munich' }),
    reason: /^No hotel matches "Hilton Munich"\..* Next: /m,
  },
  {
    words: 'An Evergrand award night in Lisbon in March under 1,000 points? (There is none.)',
    run: ({ call }) =>
      call('search_awards', { q: 'Lisbon', chains: ['evergrand'], nights: MARCH, max_points: 1000 }),
    reason: /the cheapest takes [\d,]+ points\. Next: /,
  },
  {
    words: 'Which Castellan hotels are in Xyzzyville? (There is no such place.)',
    run: ({ call }) => call('hotels_around', { q: 'Xyzzyville', chains: ['castellan'] }),
    reason: /^No such place is known\. Next: /m,
  },
  {
    words: `How many points does the ${LONDON} take for a night that is over?`,
    run: async (hands) => hands.call('stay_award', { ...(await named(hands, LONDON)), checkin: inDays(-30) }),
    reason: /^invalid_request: `checkin` .* Next: .*Nothing was charged/,
  },
]
