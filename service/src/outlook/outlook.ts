import type { Reads } from '../db/replica/reads.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import { basisOf, currentView, type Judged, type JudgedAsk, judgedOf, planJudged } from '../history/judged.ts'
import { WINDOW_DAYS } from '../history/windows.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { dayAt, dayOf, nightOfDay, weekdayClass } from '../kernel/dates.ts'
import { LEAD_BUCKETS, leadBucket } from '../observations/lead-buckets.ts'
import { keyAt } from '../observations/rows.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { factsOf, type RateDeps } from '../rates/ask.ts'
import { hotelView, queryView } from '../rates/render.ts'
import { adviceOf } from './advice.ts'
import { type BackTest, backTest } from './backtest.ts'
import { DROPS, type Forecast, frequenciesOf, type Past } from './forecast.ts'
import { marketOf } from './market.ts'
import { FIRST_BUCKET } from './origin.ts'
import { readMarketNights, readOwnNights } from './store.ts'
import { type Grounds, whyOf } from './why.ts'

export type OutlookDeps = RateDeps & { reads: Reads; hotels: HotelsMaster }

/** Shops the stay, and says how often such a price fell before arrival. */
export function planOutlook(deps: OutlookDeps, ask: JudgedAsk): Promise<Planned> {
  return planJudged(deps, ask, async ({ observation, cached }) => {
    const { stay, kind } = ask
    const { figures, seenMs, answer: found } = observation
    const judged = judgedOf(kind, figures)
    const facts = await factsOf(deps, stay)
    return served({
      query: { ...queryView(stay), kind },
      hotel: hotelView(stay, found.hotel, facts),
      status: figures.status,
      currency: figures.currency,
      current: currentView(figures, { cached, seenMs }),
      basis: judged.basis,
      ...(await lookAhead(deps, ask, judged, facts)),
    })
  })
}

/** What became of such prices, from the store alone. */
export async function lookAhead(
  deps: OutlookDeps,
  ask: JudgedAsk,
  judged: Judged,
  facts: BookedFacts | null,
) {
  const night = dayOf(ask.stay.checkin)
  const today = dayAt(deps.now())
  const bucket = leadBucket(night, today)
  const isTooLate = bucket < FIRST_BUCKET
  const past = isTooLate ? NOTHING : await readPast(deps, ask, judged, facts)
  const question = { bucket, weekday: weekdayClass(night), askedDay: today }
  const frequencies = frequenciesOf(past, bucket)
  const forecasts = frequencies.forecast(question)
  const test = backTest(past, bucket)
  const advice = forecasts && judged.figure !== null ? adviceOf(forecasts, test.tests) : 'unknown'
  const { own, market } = frequencies.counted(question)
  const known = past.own.filter(({ day }) => weekdayClass(day) === question.weekday).length
  const grounds: Grounds = { isPriced: judged.figure !== null, isTooLate, own, leftOut: known - own, market }
  const days = LEAD_BUCKETS[bucket - 1]
  return {
    lead_days: [days?.from ?? 0, days?.to ?? null],
    weekday: question.weekday,
    drops: DROPS.map((pct, at) => dropView(pct, forecasts?.[at], test, at)),
    tested_on: test.tests.some(({ outcomes }) => outcomes > 0) ? test.on : null,
    nights: { counted: own, left_out: grounds.leftOut, market },
    advice,
    why: whyOf(advice, forecasts, test, grounds),
  }
}

const NOTHING: Past = { own: [], market: [] }

async function readPast(
  deps: OutlookDeps,
  { stay, kind }: JudgedAsk,
  judged: Judged,
  facts: BookedFacts | null,
): Promise<Past> {
  const name = { source: stay.source.id, hotelCode: stay.hotelCode }
  const no = (await deps.hotels.findNos([name])).get(hotelKey(name))
  if (no === undefined) return NOTHING
  const place = { ...keyAt(no, stay), kind }
  const since = nightOfDay(dayAt(deps.now()) - WINDOW_DAYS)
  const market = marketOf(stay.source, facts ?? NOWHERE, KIND_LETTER[kind])
  const [own, all] = await Promise.all([
    readOwnNights(deps.reads, place, basisOf(judged), since),
    readMarketNights(deps.reads, market, place, since),
  ])
  return { own, market: all }
}

const NOWHERE = { country: null, city: null, stars: null }

function dropView(pct: number, forecast: Forecast | undefined, { tests }: BackTest, at: number) {
  const test = tests[at]
  return {
    drop_pct: pct,
    probability: rounded(forecast?.probability),
    base_rate: rounded(forecast?.baseRate),
    n: test?.outcomes ?? 0,
    brier: rounded(test?.brier),
    base_brier: rounded(test?.baseBrier),
    proven: test?.isProven ?? false,
  }
}

/** Four digits: more would not be more exact. */
function rounded(share: number | null | undefined): number | null {
  return share === null || share === undefined ? null : Math.round(share * 10_000) / 10_000
}
