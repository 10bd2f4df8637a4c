import type { ProviderSettings } from '../sessions/provider/client.ts'
import type { PeopleRules } from '../sessions/provider/people.ts'

/** The settings that the checks look at. */
export interface Installation {
  /** Whether the database is the one below `home`. */
  isEmbedded: boolean
  databaseReplicaUrl: string
  home: string
  secretKey: string
  sourcesFile: string
  directorySync: string
  publicUrl: string
  smtpUrl: string
  /** Null: people sign in with passwords only. */
  provider: (ProviderSettings & { rules: PeopleRules }) | null
}
