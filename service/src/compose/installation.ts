import type { Config } from '../config.ts'
import { isEmbeddedIn } from '../db/database.ts'
import type { Installation } from '../doctor/installation.ts'
import { providerOf } from './provider.ts'

/** `vacancy serve` gives its roles the address of the database also where it is the embedded one. */
export async function installationOf(config: Config): Promise<Installation> {
  const { databaseUrl, home } = config
  const isEmbedded = databaseUrl === '' || (await isEmbeddedIn(home, databaseUrl))
  return { ...config, provider: providerOf(config), isEmbedded }
}
