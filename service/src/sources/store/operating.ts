import type { Pool } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Vault } from '../../ops/vault.ts'
import type { Connection } from '../catalog/catalog.ts'
import type { CatalogLoader } from '../catalog/load.ts'
import { findVendor, VENDORS } from '../vendors/vendors.ts'
import { editable, type Planned } from './plan.ts'
import { removeRow, type Saver, saveRow } from './save.ts'
import { type SourceView, sourceSettingsView } from './source-view.ts'
import { readStored, type SourceRow, type StoredNow, writeSandbox } from './store.ts'

/** What operators do with sources, in the dashboard and on the command line. */

export interface OperatingDeps {
  pool: Pool
  vault: Vault
  load: CatalogLoader
}

/** All sources that are in use, and those that the sandbox has while it is off. */
export async function listSources(
  deps: OperatingDeps,
): Promise<{ stored: StoredNow; sources: SourceView[] }> {
  const stored = await readStored(deps.pool, deps.vault)
  const { sources, searchEngines } = deps.load(stored)
  const known = new Map<string, Connection>(
    [...searchEngines, ...sources].map((source) => [source.id, source]),
  )
  return { stored, sources: [...known.values()].map((source) => viewOf(stored, source)) }
}

export async function showSource(deps: OperatingDeps, id: string): Promise<SourceView> {
  const stored = await readStored(deps.pool, deps.vault)
  const { sources, searchEngines } = deps.load({ ...stored, sandbox: true })
  const source = [...sources, ...searchEngines].find((known) => known.id === id)
  if (!source) throw invalid(`There is no source ${id.slice(0, 64)}.`)
  return viewOf(stored, source)
}

function viewOf(stored: StoredNow, source: Connection): SourceView {
  const row = source.origin === 'database' ? stored.sources.find(({ id }) => id === source.id) : undefined
  const ofFamily = VENDORS.find(({ entry }) => entry.family === source.family)
  return sourceSettingsView(source, row, row?.vendor ? findVendor(row.vendor) : ofFamily)
}

/** Saves a plan without a problem. `version`: what the operator saw. */
export async function savePlan(
  deps: OperatingDeps,
  { row, what }: Planned,
  version: number,
  saver: Saver,
): Promise<void> {
  if (!row) throw new Error('there is a problem to correct first')
  if (what.length > 0) await saveRow(deps, { ...row, version }, what, saver)
}

/** A disabled source stays listed, and is down. */
export async function switchSource(
  deps: OperatingDeps,
  id: string,
  on: boolean,
  saver: Saver,
  version?: number,
): Promise<void> {
  const { row } = editable({ stored: await readStored(deps.pool, deps.vault), load: deps.load }, id)
  if (row.disabled === !on) return
  const seen = { ...row, version: version ?? row.version }
  // Nothing is left that differs from the bundled source.
  if (on && isPlain(row)) await removeRow(deps, seen, saver)
  else await saveRow(deps, { ...seen, disabled: !on }, [on ? 'enabled' : 'disabled'], saver)
}

function isPlain({ vendor, entry, secrets }: SourceRow): boolean {
  return vendor === null && Object.keys(entry).length === 0 && Object.keys(secrets).length === 0
}

export async function removeSource(
  deps: OperatingDeps,
  id: string,
  saver: Saver,
  version?: number,
): Promise<void> {
  const { row } = editable({ stored: await readStored(deps.pool, deps.vault), load: deps.load }, id)
  if (row.version === 0)
    throw invalid(`The source ${id} comes with the service. Disable it, or switch the sandbox off.`)
  await removeRow(deps, { id, version: version ?? row.version }, saver)
}

export async function switchSandbox(
  { pool }: OperatingDeps,
  on: boolean,
  { alongside }: Saver,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await writeSandbox(client, on)
    await alongside?.(client)
  })
}
