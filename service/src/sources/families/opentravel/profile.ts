import type { FamilySettings } from '../../source.ts'

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

const KEYS = new Set(['envelope', 'taxIncluded', 'batch', 'geo', 'memberCall', 'path'])

export function readBinding(settings: FamilySettings): Binding {
  const { profile, credentials } = settings
  const fault = (text: string) => new Error(`source ${settings.sourceId}: opentravel ${text}`)
  const stranger = Object.keys(profile).find((key) => !KEYS.has(key))
  if (stranger !== undefined) throw fault(`profile has no "${stranger}"`)

  const { envelope, taxIncluded, path = '/' } = profile
  if (envelope !== 'plain' && envelope !== 'soap') throw fault('profile "envelope" must be "plain" or "soap"')
  if (typeof taxIncluded !== 'boolean') throw fault('profile "taxIncluded" must be true or false')
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw fault('profile "path" must be text that begins with /')
  const toggle = (name: string, fallback: boolean): boolean => {
    const value = profile[name] ?? fallback
    if (typeof value !== 'boolean') throw fault(`profile "${name}" must be true or false`)
    return value
  }

  const { requestorId = '', password = '' } = credentials
  if (requestorId === '' || password === '') throw fault('needs the credentials requestorId and password')
  return {
    profile: {
      envelope,
      taxIncluded,
      path,
      batch: toggle('batch', false),
      geo: toggle('geo', true),
      memberCall: toggle('memberCall', false),
    },
    requestorId,
    password,
    points: settings.points,
    now: settings.now,
  }
}
