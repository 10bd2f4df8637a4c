import { randomUUID } from 'node:crypto'
import type { FamilySettings } from '../../source.ts'
import { readOptions } from '../options.ts'

/** The settings of one OpenTravel source. */
export interface Profile {
  envelope: 'plain' | 'soap'
  /** Which amount is the chain's price: `AmountAfterTax` if true, `AmountBeforeTax` if false. */
  taxIncluded: boolean
  /** Several hotels in one request. */
  batch: boolean
  /** OTA_HotelSearch by position. */
  geo: boolean
  /** Best-rate answers contain member rates only if those are requested separately. */
  memberCall: boolean
  /** The vendor's code of the chain, by which its hotels are listed; null if they cannot be. */
  chainCode: string | null
  /** What rates cover that do not say: a night, or the whole stay. */
  rateTimeUnit: 'Day' | 'FullDuration'
  /** OpenTravel defines no path; by default the source's base address is the endpoint. */
  path: string
}

/** Everything a call needs besides the question. */
export interface Binding {
  profile: Profile
  requestorId: string
  password: string
  points: boolean
  now: () => number
  /** For the token of a request, which its answer repeats. */
  newId: () => string
}

const ENVELOPES = '"plain" or "soap"'
const KNOWN: readonly (keyof Profile)[] = [
  'envelope',
  'taxIncluded',
  'batch',
  'geo',
  'memberCall',
  'chainCode',
  'rateTimeUnit',
  'path',
]

export function readBinding({
  profile,
  credentials,
  points,
  now,
  newId = randomUUID,
}: FamilySettings): Binding {
  const options = readOptions(profile, KNOWN)
  const envelope = options.text('envelope', '', /^(plain|soap)$/, ENVELOPES)
  if (envelope !== 'plain' && envelope !== 'soap') throw new Error(`envelope must be ${ENVELOPES}`)
  const unit = options.text('rateTimeUnit', 'Day', /^(Day|FullDuration)$/, '"Day" or "FullDuration"')
  const { requestorId = '', password = '' } = credentials
  return {
    profile: {
      envelope,
      taxIncluded: options.flag('taxIncluded'),
      chainCode: options.text('chainCode', null, /^.{1,8}$/, 'a code of 1 to 8 characters'),
      rateTimeUnit: unit === 'FullDuration' ? unit : 'Day',
      path: options.text('path', '/', /^\//, 'a path that begins with /'),
      batch: options.flag('batch', false),
      geo: options.flag('geo', true),
      memberCall: options.flag('memberCall', false),
    },
    requestorId,
    password,
    points,
    now,
    newId,
  }
}
