import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type TObject, type TProperties, Type } from 'typebox'
import { sentence, tellingOf } from '../edge/complaints.ts'
import type { InputOf } from '../edge/route.ts'
import type { Grid } from '../grids/grid.ts'
import { gridFields, readGrid, withGridAges } from '../grids/request.ts'
import type { Night } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { AutoAges } from '../observations/auto-ages.ts'
import { type ParityAsk, parityBody, readParityAsk } from '../parity/request.ts'
import { withAges } from '../rates/auto-age.ts'
import { type CompsetBody, compsetFields, readCompset } from '../rates/compset-request.ts'
import type { CompsetAsk } from '../rates/compset-rows.ts'
import { type AskedAge, AUTO } from '../rates/max-age.ts'
import {
  type HotelsOfSet,
  hotelListFields,
  type ListedHotel,
  readHotels,
  withHotels,
} from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { dateOn, RelativeDate, RelativeNights } from './relative-dates.ts'

export const ASKS = ['matrix', 'compset', 'parity'] as const
export type Ask = (typeof ASKS)[number]

/** What a run asks, read from the body of its schedule for the day of the run. */
export type RunAsk =
  | { ask: 'matrix'; grid: Grid }
  | { ask: 'compset'; body: CompsetBody; compset: CompsetAsk }
  | { ask: 'parity'; hotels: { body: ParityBody; parity: ParityAsk }[] }

export type ParityBody = Parameters<typeof readParityAsk>[1]

/** The day that relative dates count from, and the moment that ages count from. */
export interface RunDay {
  day: Night
  nowMs: number
}

export type ReadAsk = (account: number, ask: Ask, body: object, run: RunDay) => Promise<RunAsk>

/** Reads bodies as the endpoints do, apart from relative dates. The hotels of a set are those of this moment. */
export function createReadAsk(catalog: Catalog, hotelsOfSet: HotelsOfSet, ages: AutoAges): ReadAsk {
  const checkin = RelativeDate('Check-in night.')
  const checkGrid = bodyCheck({ ...gridFields(catalog), nights: RelativeNights })
  const checkCompset = bodyCheck({ ...compsetFields(catalog), checkin })
  const { chain: _chain, hotel_code: _code, ids: _ids, ...parity } = parityBody(catalog).properties
  const checkParity = bodyCheck({
    ...hotelListFields(catalog, LIMITS.setHotels),
    ...parity,
    checkin,
  })

  async function readMatrix(account: number, given: object, { day, nowMs }: RunDay): Promise<RunAsk> {
    const body = await withHotels(hotelsOfSet, account, checkGrid(given), LIMITS.gridHotels)
    const { from, to, ...rest } = body.nights
    const nights = { from: dateOn(day, from), to: dateOn(day, to), ...rest }
    const grid = readGrid(catalog, { ...body, nights }, nowMs)
    return { ask: 'matrix', grid: await withGridAges({ ages }, grid, body.max_age) }
  }

  async function readSet(account: number, given: object, { day, nowMs }: RunDay): Promise<RunAsk> {
    const listed = await withHotels(hotelsOfSet, account, checkCompset(given), LIMITS.compsetHotels)
    const asked = { ...listed, checkin: dateOn(day, listed.checkin) }
    const compset = readCompset(catalog, asked, nowMs)
    const body = { ...asked, max_age: await ageOf(asked, compset, compset.hotels) }
    return { ask: 'compset', body, compset: readCompset(catalog, body, nowMs) }
  }

  async function readParity(account: number, given: object, { day, nowMs }: RunDay): Promise<RunAsk> {
    const listed = await withHotels(hotelsOfSet, account, checkParity(given), LIMITS.setHotels)
    const { chain: _of, hotel_codes: _codes, hotels: _hotels, set: _set, ...terms } = listed
    const read = readHotels(catalog, listed).map(async ({ source, hotelCode }) => {
      if (source.kind === 'ota')
        throw invalid(
          `\`body\` names ${source.id}, which is an agency. Parity compares hotels of chains and of metasearch engines.`,
        )
      const asked = { ...terms, chain: source.id, hotel_code: hotelCode, checkin: dateOn(day, terms.checkin) }
      const first = readParityAsk(catalog, asked, nowMs)
      const body = {
        ...asked,
        max_age: await ageOf(asked, { ...first.stay, terms: first.terms }, [first.stay]),
      }
      return { body, parity: readParityAsk(catalog, body, nowMs) }
    })
    return { ask: 'parity', hotels: await Promise.all(read) }
  }

  /** A task keeps a number. Of several hotels the shortest age, so that no row is staler than asked for. */
  async function ageOf(
    { max_age: asked }: { max_age: AskedAge },
    stay: Pick<CompsetAsk, 'checkin' | 'los' | 'terms'>,
    hotels: readonly ListedHotel[],
  ): Promise<number> {
    if (asked !== AUTO) return asked
    const cells = { nights: [stay.checkin], lengths: [stay.los], kind: 'cash' } as const
    const aged = await withAges({ ages }, hotels, stay.terms, cells)
    return Math.min(...aged.map(({ maxAgeSec = LIMITS.rateTtlSec }) => maxAgeSec))
  }

  const readers = { matrix: readMatrix, compset: readSet, parity: readParity }
  return (account, ask, body, run) => readers[ask](account, body, run)
}

/** Checks a body and fills in defaults, on a copy. Its errors name fields as `body.los`. */
function bodyCheck<Fields extends TProperties>(fields: Fields): (given: object) => InputOf<TObject<Fields>> {
  let validate: ValidateFunction<{ body: InputOf<TObject<Fields>> }> | undefined
  return (given) => {
    validate ??= compile(Type.Object({ body: Type.Object(fields, { additionalProperties: false }) }))
    // Only fields at the top have defaults.
    const wrapped: unknown = { body: { ...given } }
    if (!validate(wrapped)) throw invalid(sentence(tellingOf(validate.errors ?? []), 'body'))
    return wrapped.body
  }
}

/** On first use: most roles never read a schedule. The schemas are our own, and need no check. */
function compile<Body>(schema: object): ValidateFunction<Body> {
  const options = { allErrors: false, verbose: true, useDefaults: true, strict: false, validateSchema: false }
  return addFormats.default(new Ajv(options)).compile<Body>(schema)
}
