import { inTransaction, type Pool } from '../../db/pool.ts'
import { chunks } from '../../kernel/chunks.ts'
import { ApiError } from '../../kernel/errors.ts'
import { PURPOSES } from '../../kernel/purpose.ts'
import type { AskOptions } from '../../sources/ask-options.ts'
import type { Gateway } from '../../sources/gateway.ts'
import { SourceFailure } from '../../sources/source.ts'
import { storeContent } from './facts-store.ts'
import { addHotels } from './sync-store.ts'

/** Checks that hotels exist before something is created for them. */
export interface KnownHotels {
  /** Throws `hotel_not_found` for the first hotel that neither the directory nor the source knows. */
  require(source: string, hotelCodes: readonly string[], caller: string): Promise<void>
}

export interface KnownHotelsDeps {
  pool: Pool
  gateway: Pick<Gateway, 'contentOf' | 'describeHotel' | 'hotel'>
}

/** The source is asked about so many hotels at most; more are taken as they are, as nobody waits for hundreds of calls. */
const MOST_ASKED = 25
const AT_ONCE = 5
const DEADLINE_MS = 8000

export function createKnownHotels(deps: KnownHotelsDeps): KnownHotels {
  return {
    require: async (source, hotelCodes, caller) => {
      const { rows } = await deps.pool.query<{ code: string }>({
        name: 'hotels_unknown',
        text: `select a.code from unnest($2::text[]) with ordinality as a(code, no)
          where not exists (select 1 from hotels h where h.source = $1 and h.code = a.code) order by a.no`,
        values: [source, hotelCodes],
      })
      const unknown = rows.slice(0, MOST_ASKED).map(({ code }) => code)
      for (const some of chunks(unknown, AT_ONCE)) {
        const known = await Promise.all(some.map((code) => isKnownTo(deps, source, code, caller)))
        const missing = some.find((_, index) => known[index] === false)
        if (missing !== undefined) throw hotelNotFound(source, missing)
      }
    },
  }
}

export function hotelNotFound(source: string, hotelCode: string): ApiError {
  return new ApiError('hotel_not_found', `The source ${source} has no hotel ${hotelCode}.`, { chain: source })
}

/** True also if the source cannot say: a failure proves nothing. */
async function isKnownTo(
  deps: KnownHotelsDeps,
  source: string,
  code: string,
  caller: string,
): Promise<boolean> {
  const options = { deadlineMs: DEADLINE_MS, caller, purpose: PURPOSES.hotel }
  try {
    return deps.gateway.contentOf(source) === null
      ? await isShopped(deps, source, code, options)
      : await isDescribed(deps, source, code, options)
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return error.kind !== 'not_found'
  }
}

async function isShopped(
  { gateway }: KnownHotelsDeps,
  source: string,
  code: string,
  options: AskOptions,
): Promise<boolean> {
  await gateway.hotel(source, code, options)
  return true
}

/** Keeps what the source says, so that it is asked once. */
async function isDescribed(
  { pool, gateway }: KnownHotelsDeps,
  source: string,
  code: string,
  options: AskOptions,
): Promise<boolean> {
  const { answer } = await gateway.describeHotel(source, code, options)
  if (!answer) return false
  await inTransaction(pool, async (client) => {
    const { hotels } = await storeContent(client, source, [{ ...answer, hotelCode: code }], null)
    await addHotels(client, source, hotels)
  })
  return true
}
