import type { BudgetEntry } from '../catalog/budget.ts'
import type { Connection } from '../catalog/catalog.ts'
import type { SourceEntry } from '../catalog/schema.ts'
import { filledIn } from '../vendors/fill-in.ts'
import type { Vendor } from '../vendors/vendor.ts'
import type { SourceRow } from './store.ts'

/** A source as its operator may see it: everything but secrets. */
export interface SourceView {
  id: string
  vendor: string | null
  family: string
  name: string
  origin: Connection['origin']
  sandbox: boolean
  disabled: boolean
  base_url: string
  /** By the names of the template. Of a secret, the end. */
  fields: Record<string, string>
  budget: BudgetEntry | null
  /** To be given back with a change; 0: it is as it came. */
  version: number
  changes: SourceRow['changes']
}

export function sourceSettingsView(
  connection: Connection,
  row: SourceRow | undefined,
  vendor: Vendor | undefined,
): SourceView {
  const { id, name, family, origin, sandbox, disabled, baseUrl, credentials, profile } = connection
  const examples = 'examples' in connection ? (connection.examples as string[]) : []
  const shown =
    vendor && filledIn(vendor, { entry: { profile, examples } as unknown as SourceEntry, credentials })
  // Credentials in the environment are none of the page's business.
  const hidden = Object.entries(row?.secrets ?? {}).filter(([field]) => shown?.[field] === undefined)
  return {
    id,
    vendor: row?.vendor ?? null,
    family,
    name,
    origin,
    sandbox,
    disabled,
    base_url: baseUrl,
    fields: { ...shown, ...Object.fromEntries(hidden.map(([field, value]) => [field, endOf(value)])) },
    budget: row?.entry.budget ?? null,
    version: row?.version ?? 0,
    changes: row?.changes ?? [],
  }
}

const LONG_ENOUGH = 12

/** The last four characters, if that tells little of the whole. */
export function endOf(secret: string): string {
  return secret.length < LONG_ENOUGH ? '…' : `…${secret.slice(-4)}`
}
