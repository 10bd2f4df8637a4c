import type { Client } from './client.ts'
import type { Terms } from './parse-offers.ts'
import type { Profile } from './profile.ts'
import type { Requests } from './requests.ts'

/** One source's OHIP connection, as the verbs of the adapter share it. */
export interface Bound {
  client: Client
  requests: Requests
  profile: Profile
  channelCode: string
  /** Whether awards can be asked at all. */
  points: boolean
  terms(): Terms
}
