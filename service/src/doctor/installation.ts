import type { ProviderSettings } from '../sessions/provider/client.ts'
import type { PeopleRules } from '../sessions/provider/people.ts'

/** The settings that the checks look at. */
export interface Installation {
  databaseUrl: string
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
