import { apaleo } from './families/apaleo/family.ts'
import { booking } from './families/booking/family.ts'
import { cloudbeds } from './families/cloudbeds/family.ts'
import { duffel } from './families/duffel/family.ts'
import { liteapi } from './families/liteapi/family.ts'
import { mews } from './families/mews/family.ts'
import { ohip } from './families/ohip/family.ts'
import { opentravel } from './families/opentravel/family.ts'
import { places } from './families/places/family.ts'
import { rapid } from './families/rapid/family.ts'
import { serp } from './families/serp/family.ts'
import { serpRates } from './families/serp/rates.ts'
import { xap } from './families/xap/family.ts'
import type { Family } from './source.ts'

/** Every wire family. A new one needs its folder and one line here. */
export const RATE_FAMILIES: readonly Family[] = [
  ohip,
  opentravel,
  liteapi,
  rapid,
  xap,
  booking,
  duffel,
  apaleo,
  mews,
  cloudbeds,
  serpRates,
]

/** The search engine's families, by what they find. */
export const SEARCH_FAMILIES = { places, entities: serp } as const

export const FAMILIES = { rates: RATE_FAMILIES, search: Object.values(SEARCH_FAMILIES) } as const
