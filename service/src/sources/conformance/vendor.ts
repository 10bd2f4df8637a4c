import { addNights, nightAt } from '../../kernel/dates.ts'
import type { Source } from '../catalog/catalog.ts'
import { asFailure } from '../failures.ts'
import type { Gateway } from '../gateway.ts'
import type { BatchRow, Family, LowestAnswer, Occupancy, StayAnswer, StayQuery } from '../source.ts'
import { BrokenRule, type KnownStay, must, type Subject, type TestVendor } from './rule.ts'
import { mustBeSound } from './sound.ts'

/** Questions to a vendor that has the test hotels of the sandbox. */

export const PARTY: Occupancy = { adults: 2, children: 0, rooms: 1 }
const WEEKS = 12

/** What a source says where nothing is available. An engine's page without offers does not prove that a hotel is full. */
export type Nothing = 'sold_out' | 'no_offers'

export function nothingAt({ kind }: Source): Nothing {
  return kind === 'meta' ? 'no_offers' : 'sold_out'
}

export interface Asking {
  id: string
  source: Source
  gateway: Gateway
  examples: readonly string[]
  firstNight: string
  stayAt(hotelCode: string, changes?: Partial<StayQuery>): StayQuery
  /** Every answer must be sound. */
  shop(hotelCode: string, changes?: Partial<StayQuery>): Promise<StayAnswer>
  /** How a shop ends: in a status, or at an engine without offers. */
  endOf(hotelCode: string, changes?: Partial<StayQuery>): Promise<Nothing | StayAnswer['status']>
  batch(hotelCodes: string[], changes?: { los?: number; member?: boolean }): Promise<BatchRow[]>
  /** The first of some weeks' nights on which the hotel is available. */
  availableNight(hotelCode: string, los: number): Promise<{ checkin: string; answer: StayAnswer }>
}

export function askingOf({ source, vendor }: Subject): Asking {
  if (vendor === null) throw new Error('there is no vendor')
  return asking(source, vendor)
}

function asking(source: Source, { gateway, now, testHotels }: TestVendor): Asking {
  const { id, examples } = source
  const firstNight = addNights(nightAt(now()), 40)
  const stayAt: Asking['stayAt'] = (hotelCode, changes = {}) => ({
    hotelCode: testHotels.get(hotelCode) ?? hotelCode,
    checkin: firstNight,
    los: 1,
    occupancy: PARTY,
    currency: 'USD',
    ...changes,
  })
  const shop: Asking['shop'] = async (hotelCode, changes) => {
    const query = stayAt(hotelCode, changes)
    const { answer } = await gateway.shop(id, query, { live: true })
    mustBeSound(source, query, answer)
    return answer
  }
  const look = async (...asked: Parameters<Asking['shop']>): Promise<StayAnswer | null> => {
    try {
      return await shop(...asked)
    } catch (error) {
      if (source.kind === 'meta' && asFailure(error).kind === 'no_offers') return null
      throw error
    }
  }
  return {
    id,
    source,
    gateway,
    examples,
    firstNight,
    stayAt,
    shop,
    endOf: async (...asked) => (await look(...asked))?.status ?? 'no_offers',
    async batch(hotelCodes, changes = {}) {
      const query = { ...stayAt(''), hotelCodes, member: false, ...changes }
      const { answer } = await gateway.lowest(id, query, { live: true })
      must(answer.map((row) => row.hotelCode).join() === hotelCodes.join(), 'the rows have another order')
      return answer
    },
    async availableNight(hotelCode, los) {
      for (let week = 0; week < WEEKS; week += 1) {
        const checkin = addNights(firstNight, week * 9)
        const answer = await look(hotelCode, { checkin, los })
        if (answer?.status === 'available') return { checkin, answer }
      }
      throw new BrokenRule(`${hotelCode} is never available`)
    },
  }
}

/** A family at such a vendor. */
export function subjectAt(source: Source, family: Family, vendor: TestVendor): Subject {
  const ask = asking(source, vendor)
  const { gateway } = vendor
  const known = (title: string, query: StayQuery): KnownStay => ({
    title,
    query,
    shop: async ({ raw = false } = {}) => (await gateway.shop(source.id, query, { live: true, raw })).answer,
  })
  const at = (hotelCode: string) => async () => [known(hotelCode, ask.stayAt(hotelCode))]
  return {
    family,
    source,
    recordings: [],
    vendor,
    stays: {
      async ordinary() {
        const stays: KnownStay[] = []
        for (const hotelCode of source.examples) {
          for (const los of [1, 5]) {
            const { checkin } = await ask.availableNight(hotelCode, los)
            stays.push(known(`${hotelCode} for ${los} nights`, ask.stayAt(hotelCode, { checkin, los })))
          }
        }
        return stays
      },
      ...(nothingAt(source) === 'sold_out' && { sold_out: at('SOLDOUT') }),
      unknown: at('UNKNOWN'),
      refused: at('REFUSED'),
      broken: at('BROKEN'),
    },
  }
}

export function answered(row: BatchRow | undefined): LowestAnswer {
  if (!row) throw new BrokenRule('a row is missing')
  if ('failure' in row) throw row.failure
  return row.lowest
}
