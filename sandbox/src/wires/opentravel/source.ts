import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'

/** One chain behind this wire, with its switches read. */
export interface Chain {
  id: string
  soap: boolean
  taxIncluded: boolean
  /** How many hotels a request may name. */
  maxHotels: number
  geo: boolean
  /** By which its hotels are listed. */
  chainCode: string
  memberCall: boolean
  requestorId: string
  password: string
  world: World
}

const BATCH_SIZE = 20

export function chainOf(source: WireSource, world: World): Chain {
  const { profile, credentials } = source
  return {
    id: source.id,
    soap: profile['envelope'] === 'soap',
    taxIncluded: profile['taxIncluded'] === true,
    maxHotels: profile['batch'] === true ? BATCH_SIZE : 1,
    geo: profile['geo'] !== false,
    chainCode: typeof profile['chainCode'] === 'string' ? profile['chainCode'] : '',
    memberCall: profile['memberCall'] === true,
    requestorId: credentials['requestorId'] ?? '',
    password: credentials['password'] ?? '',
    world,
  }
}
