import type { FamilySettings } from '../../source.ts'
import { readOptions } from '../options.ts'

/** What tells one OpenTravel source from another. */
export interface Profile {
  envelope: 'plain' | 'soap'
  /** Which amount is the chain's own price: `AmountAfterTax` where true, `AmountBeforeTax` where false. */
  taxIncluded: boolean
  /** Several hotels in one request. */
  batch: boolean
  /** OTA_HotelSearch by position. */
  geo: boolean
  /** Best-rate answers leave member rates out unless they are asked for by themselves. */
  memberCall: boolean
  /** OpenTravel names no path; by default the source's base address is the whole endpoint. */
  path: string
}

/** Everything a call needs besides the question. */
export interface Binding {
  profile: Profile
  requestorId: string
  password: string
  points: boolean
  now: () => number
}

const ENVELOPES = '"plain" or "soap"'
const KNOWN: readonly (keyof Profile)[] = ['envelope', 'taxIncluded', 'batch', 'geo', 'memberCall', 'path']

export function readBinding({ profile, credentials, points, now }: FamilySettings): Binding {
  const options = readOptions(profile, KNOWN)
  const envelope = options.text('envelope', '', /^(plain|soap)$/, ENVELOPES)
  if (envelope !== 'plain' && envelope !== 'soap') throw new Error(`envelope must be ${ENVELOPES}`)
  const { requestorId = '', password = '' } = credentials
  return {
    profile: {
      envelope,
      taxIncluded: options.flag('taxIncluded'),
      path: options.text('path', '/', /^\//, 'a path that begins with /'),
      batch: options.flag('batch', false),
      geo: options.flag('geo', true),
      memberCall: options.flag('memberCall', false),
    },
    requestorId,
    password,
    points,
    now,
  }
}
