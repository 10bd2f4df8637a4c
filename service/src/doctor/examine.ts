import type { Pool } from '../db/pool.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { checkCertificate } from './certificate.ts'
import {
  checkClock,
  checkConnections,
  checkDisk,
  checkExtension,
  checkSchema,
  checkSecrets,
  checkServer,
} from './checks.ts'
import { type Finding, problem } from './finding.ts'
import type { Installation } from './installation.ts'
import { checkMail } from './mail.ts'
import { checkVersions } from './processes.ts'
import { checkProvider } from './provider.ts'
import { checkReplica } from './replica.ts'
import { checkDirectory, checkQueues, checkSources, checkWorkers } from './work.ts'

/** What can be checked without the database. */
export async function examineAround(
  installation: Installation,
  readCatalog: () => Promise<Catalog>,
): Promise<Finding[]> {
  return [
    ...(await trying('sources', async () => checkSources(installation, await readCatalog()))),
    ...(await trying('provider', () => checkProvider(installation))),
    ...(await trying('certificate', () => checkCertificate(installation))),
  ]
}

/** Changes nothing. */
export async function examineDatabase(installation: Installation, pool: Pool): Promise<Finding[]> {
  const schema = await checkSchema(pool)
  const first = [
    ...(await trying('database', () => checkServer(pool))),
    ...(await trying('connections', () => checkConnections(pool))),
    ...(await trying('extensions', () => checkExtension(pool))),
    schema,
    ...(await trying('disk', () => checkDisk(installation))),
    ...(await trying('clock', () => checkClock(pool))),
  ]
  // The other checks read tables that may not exist yet.
  if (schema.state !== 'good') return first
  return [
    ...first,
    ...(await trying('secrets', () => checkSecrets(installation, pool))),
    ...(await trying('replica', () => checkReplica(installation, pool))),
    ...(await trying('directory', () => checkDirectory(installation, pool))),
    ...(await trying('version', () => checkVersions(pool))),
    ...(await trying('workers', () => checkWorkers(pool))),
    ...(await trying('tasks', () => checkQueues(pool))),
    ...(await trying('mail', () => checkMail(installation, pool))),
  ]
}

/** A check that cannot be made is a finding, too, and leaves the others alone. */
async function trying(check: string, run: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await run()].flat()
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    return [problem(check, found, 'Correct the setting that the message names, or look at the log.')]
  }
}
