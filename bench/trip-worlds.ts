import type { NightOffer, TripHotel, TripProblem } from '../service/src/trip/solver/problem.ts'

const NIGHTS = 14
const HOTELS = 50
const CHAINS = 5

/** The wallet of each chain, and how its hotels price awards: like the first five chains of the sandbox. */
const CHAIN_RULES = [
  { chart: [20_000, 30_000, 40_000, 50_000, 65_000], rule: { every: 5, frees: 'cheapest' }, copay: true },
  { chart: [17_500, 25_000, 32_500, 40_000, 55_000], rule: { every: 5, frees: 'cheapest' }, copay: true },
  { chart: [25_000, 35_000, 50_000, 70_000, 95_000], rule: { every: 4, frees: 'last' }, copay: false },
  { chart: [8_000, 12_000, 15_000, 20_000, 25_000], rule: null, copay: false },
  { chart: [4_000, 6_000, 8_000, 12_000, 16_000], rule: null, copay: false },
] as const

/** By chain: what each certificate covers, the points that may be added, and how many there are. */
const CERTIFICATES = [
  [
    { covers: 35_000, topUp: 15_000, count: 2 },
    { covers: 50_000, topUp: 15_000, count: 1 },
  ],
  [{ covers: 40_000, topUp: Number.POSITIVE_INFINITY, count: 2 }],
  [{ covers: Number.POSITIVE_INFINITY, topUp: 0, count: 1 }],
  [
    { covers: 18_000, topUp: 0, count: 1 },
    { covers: 35_000, topUp: 0, count: 1 },
  ],
  [],
]

/** What three banks hold, and what a thousand of their points become: like the partners of the sandbox, with a bonus. */
const BANKS = [90_000, 60_000, 120_000]
const PARTNERS = [
  { bank: 0, purse: 0, to: 1000 },
  { bank: 0, purse: 1, to: 1300 },
  { bank: 0, purse: 3, to: 1000 },
  { bank: 1, purse: 0, to: 1000 },
  { bank: 1, purse: 2, to: 2000 },
  { bank: 2, purse: 3, to: 1000 },
  { bank: 2, purse: 4, to: 800 },
] as const

export interface Held {
  certificates: boolean
  banks?: boolean
}

/** The largest trip: 14 nights, 50 hotels, two moves, five chains in the wallet. */
export function largeTrip(seed: number, { certificates, banks = false }: Held): TripProblem {
  const random = randomFrom(seed)
  const held = CERTIFICATES.map((own) => (certificates ? own : []))
  return {
    nights: NIGHTS,
    maxMoves: 2,
    banks: banks ? BANKS : [],
    partners: banks
      ? PARTNERS.map((partner) => Object.assign({}, partner, { step: 1000, minimum: 1000, from: 1000 }))
      : [],
    cashCost: 10_000,
    purses: held.map((own, chain) => ({
      points: Math.round((40_000 + random() * 260_000) / (1 + chain) / 1000) * 1000,
      certificates: own.map(({ count }) => count),
      pointCost: 7000,
    })),
    hotels: Array.from({ length: HOTELS }, (_, hotel) => hotelOf(random, hotel % CHAINS, held)),
  }
}

function hotelOf(random: () => number, chain: number, held: typeof CERTIFICATES): TripHotel {
  const { chart, rule, copay } = CHAIN_RULES[chain] ?? CHAIN_RULES[0]
  const category = Math.floor(random() * chart.length)
  const base = 7000 + category * 6000 + random() * 6000
  const offers = Array.from({ length: NIGHTS }, (_, night): NightOffer => {
    const season = 0.75 + random() * 0.5 + (night % 7 > 4 ? 0.2 : 0)
    const cash = random() < 0.05 ? null : Math.round(base * season)
    const isOpen = random() < 0.85
    const points = Math.round(((chart[category] ?? 0) * (0.8 + Math.floor(random() * 3) * 0.2)) / 500) * 500
    return {
      cash,
      points: isOpen ? points : null,
      premium: false,
      pointsCash:
        isOpen && copay && cash !== null
          ? { points: Math.round(points / 1000) * 500, cash: Math.round(cash * 0.45) }
          : null,
      certificates: isOpen ? certificatesFor(points, held[chain] ?? []) : [],
    }
  })
  return { purse: chain, freeNight: rule, offers }
}

function certificatesFor(points: number, held: (typeof CERTIFICATES)[number]) {
  return held.flatMap(({ covers, topUp }, certificate) => {
    const toAdd = Math.max(0, points - covers)
    return toAdd <= topUp ? [{ certificate, topUp: toAdd }] : []
  })
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
