import type { Client } from './client.ts'
import type { Terms } from './parse-offers.ts'
import type { Profile } from './profile.ts'
import type { Requests } from './requests.ts'

/** One source's OHIP connection, shared by all verbs. */
export interface Bound {
  client: Client
  requests: Requests
  profile: Profile
  channelCode: string
  /** Whether awards can be requested. */
  points: boolean
  terms(): Terms
}
