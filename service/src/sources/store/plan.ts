import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../kernel/errors.ts'
import { type BudgetEntry, budgetProblems } from '../catalog/budget.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { CatalogError, readBundled } from '../catalog/entries.ts'
import type { CatalogLoader } from '../catalog/load.ts'
import type { SourceEntry } from '../catalog/schema.ts'
import { connect, type FieldProblem, filledIn, problemsIn } from '../vendors/fill-in.ts'
import type { Vendor } from '../vendors/vendor.ts'
import { findVendor, VENDORS } from '../vendors/vendors.ts'
import { addressProblem, movedSecrets } from './plan-address.ts'
import { ADDED } from './save.ts'
import type { SourceRow, StoredNow } from './store.ts'

/** A new source, as an operator describes it. */
export interface NewSource {
  vendor: string
  id: string
  name: string
  baseUrl: string
  fields: Readonly<Record<string, string>>
  budget: BudgetEntry | undefined
}

/** What an operator changes of a source. Everything else stays, secrets too. */
export interface SourceEdit {
  name?: string
  baseUrl?: string
  fields?: Readonly<Record<string, string>>
  /** Null takes it away. */
  budget?: BudgetEntry | null
}

/** A row that is not saved yet, or what is wrong with it. */
export interface Planned {
  problems: FieldProblem[]
  /** Null if there is a problem. */
  row: SourceRow | null
  /** The catalog as it would be. */
  catalog: Catalog | null
  vendor: Vendor | null
  /** The names of the fields that change. */
  what: string[]
}

export interface PlanDeps {
  stored: StoredNow
  load: CatalogLoader
}

const ID = /^[a-z][a-z0-9_]{1,31}$/
const ID_FORM = 'must have 2 to 32 small letters, digits or underscores, and start with a letter'

export function planNew({ stored, load }: PlanDeps, asked: NewSource): Planned {
  const vendor = findVendor(asked.vendor)
  if (!vendor) return refused('vendor', `must be one of ${VENDORS.map(({ id }) => id).join(', ')}`, null)
  const problems = [
    ...idProblem({ stored, load }, vendor, asked.id),
    ...problemsIn(vendor, asked),
    ...addressProblem(asked.baseUrl),
    ...budgetProblems(asked.budget),
  ]
  if (problems.length > 0) return { problems, row: null, catalog: null, vendor, what: [] }
  const { entry, credentials } = connect(vendor, asked)
  const row = { id: asked.id, vendor: vendor.id, entry, secrets: credentials, disabled: false, ...UNSAVED }
  return checked({ stored, load }, vendor, row, [ADDED])
}

const UNSAVED = { version: 0, changes: [] }

/** An id that exists is refused. So are all bundled ids, used or not: clients take them for those of the sandbox. */
function idProblem({ stored, load }: PlanDeps, vendor: Vendor, id: string): FieldProblem[] {
  const problem = (text: string) => [{ field: 'id', problem: text }]
  if (!ID.test(id)) return problem(ID_FORM)
  if (stored.sources.some((known) => known.id === id)) return problem('is in use already: edit that source')
  const { sources, searchEngines } = load(stored)
  const used = [...sources, ...searchEngines].find((known) => known.id === id)
  if (used?.origin === 'file') return problem('is in use in the file of sources, which wins: choose another')
  // An engine has one place: a real one takes that of the sandbox.
  if (vendor.isIdFixed) return []
  return used || readBundled().some((bundled) => bundled.id === id)
    ? problem('belongs to a bundled source: choose another')
    : []
}

export function planEdit({ stored, load }: PlanDeps, id: string, edit: SourceEdit): Planned {
  const { row: known, baseUrl: from } = editable({ stored, load }, id)
  const bundled = readBundled().find((entry) => entry.id === id)
  const own = known.vendor === null ? undefined : findVendor(known.vendor)
  const family = known.entry.family ?? bundled?.family
  const vendor = own ?? VENDORS.find(({ entry }) => entry.family === family) ?? null
  const { fields = {}, baseUrl: to } = edit
  const problems = [
    ...budgetProblems(edit.budget ?? undefined),
    ...addressProblem(to),
    ...movedSecrets(vendor, { from, to, fields }),
  ]
  const changed = own ? withVendor(own, known, edit) : overBundled(vendor, bundled, known, edit)
  problems.push(...changed.problems)
  if (edit.name !== undefined && edit.name.trim() === '')
    problems.push({ field: 'name', problem: 'is missing' })
  if (problems.length > 0) return { problems, row: null, catalog: null, vendor, what: [] }
  const { budget: before, ...entry } = changed.entry
  const budget = edit.budget === null ? undefined : (edit.budget ?? before)
  const row = { ...known, entry: { ...entry, ...(budget && { budget }) }, secrets: changed.secrets }
  return checked({ stored, load }, vendor, row, whatChanged(known, row))
}

interface Editable {
  row: SourceRow
  /** Where the source is now; empty if it cannot be used. */
  baseUrl: string
}

/** The stored source, or an empty change of the bundled one. Throws if neither can be changed. */
export function editable({ stored, load }: PlanDeps, id: string): Editable {
  const { sources, searchEngines } = load({ ...stored, sandbox: true })
  const used = [...sources, ...searchEngines].find((source) => source.id === id)
  if (used?.origin === 'file')
    throw invalid(`The source ${id} comes from the file of sources. Change it there.`)
  const row = stored.sources.find((known) => known.id === id)
  const baseUrl = used?.baseUrl ?? row?.entry.baseUrl ?? ''
  if (row) return { row, baseUrl }
  if (!used) throw invalid(`There is no source ${id.slice(0, 64)}.`)
  return { row: { id, vendor: null, entry: {}, secrets: {}, disabled: false, ...UNSAVED }, baseUrl }
}

interface Changed {
  problems: FieldProblem[]
  entry: Partial<SourceEntry>
  secrets: Readonly<Record<string, string>>
}

function withVendor(vendor: Vendor, { id, entry, secrets }: SourceRow, edit: SourceEdit): Changed {
  const before = filledIn(vendor, { entry: entry as SourceEntry, credentials: secrets })
  const given = Object.entries(edit.fields ?? {}).filter(([, value]) => value.trim() !== '')
  const asked = {
    id,
    name: edit.name ?? entry.name ?? '',
    baseUrl: edit.baseUrl ?? entry.baseUrl ?? '',
    fields: { ...before, ...secrets, ...Object.fromEntries(given) },
    budget: entry.budget,
  }
  const problems = problemsIn(vendor, asked)
  if (problems.length > 0) return { problems, entry, secrets }
  const made = connect(vendor, asked)
  return { problems, entry: made.entry, secrets: made.credentials }
}

/** Only what was given: the rest follows the bundled entry. */
function overBundled(
  vendor: Vendor | null,
  bundled: SourceEntry | undefined,
  { entry, secrets }: SourceRow,
  { name, baseUrl, fields = {} }: SourceEdit,
): Changed {
  const known = vendor?.fields ?? []
  const given = known.filter((field) => (fields[field.name] ?? '').trim() !== '')
  const values = Object.fromEntries(given.map((field) => [field.name, fields[field.name] ?? '']))
  const unknown = Object.keys(fields).filter((field) => !known.some(({ name: one }) => one === field))
  const problems = vendor
    ? problemsIn({ ...vendor, fields: given, isIdFixed: false, addresses: NOT_ASKED }, asText(values))
    : []
  const made = vendor ? connect({ ...vendor, fields: given }, asText(values)) : null
  return {
    problems: [...unknown.map((field) => ({ field, problem: 'is not known at this source' })), ...problems],
    entry: {
      ...entry,
      ...(name !== undefined && { name }),
      // Elsewhere than the sandbox, prices are no longer invented.
      ...(baseUrl !== undefined && { baseUrl, sandbox: false }),
      ...(given.some(({ to }) => to === 'option') && {
        profile: { ...bundled?.profile, ...entry.profile, ...made?.entry.profile },
      }),
      ...(made?.entry.examples && { examples: made.entry.examples }),
    },
    secrets: { ...secrets, ...made?.credentials },
  }
}

const NOT_ASKED = [{ label: '', url: '' }]
const asText = (fields: Record<string, string>) => ({
  id: '',
  name: '',
  baseUrl: '',
  fields,
  budget: undefined,
})

/** Reads the source as the service would. */
function checked({ stored, load }: PlanDeps, vendor: Vendor | null, row: SourceRow, what: string[]): Planned {
  const mistakes: FieldProblem[] = []
  const sources = [...stored.sources.filter(({ id }) => id !== row.id), row]
  const catalog = load({ ...stored, sandbox: true, sources }, (mistake) => {
    if (mistake instanceof CatalogError && mistake.message.includes(`"${row.id}"`))
      mistakes.push(asField(mistake.problem))
  })
  return mistakes.length > 0
    ? { problems: mistakes, row: null, catalog: null, vendor, what: [] }
    : { problems: [], row, catalog, vendor, what }
}

/** `baseUrl: must be …` by the name that the operator knows. */
function asField(problem: string): FieldProblem {
  const [, path = '', text = problem] = /^([\w.]+): (.*)$/s.exec(problem) ?? []
  const [first = '', second] = path.split('.')
  const field = { baseUrl: 'base_url', budget: second }[first] ?? path.split('.').at(-1) ?? ''
  return { field: field === '' ? 'fields' : field, problem: text }
}

function refused(field: string, problem: string, vendor: Vendor | null): Planned {
  return { problems: [{ field, problem }], row: null, catalog: null, vendor, what: [] }
}

/** Names only: values may be secret. */
function whatChanged(before: SourceRow, after: SourceRow): string[] {
  const flat = ({ entry: { profile, ...entry }, secrets }: SourceRow): Record<string, unknown> => ({
    ...entry,
    ...profile,
    ...secrets,
  })
  const [old, made] = [flat(before), flat(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(made)])]
  return names.filter((name) => !isDeepStrictEqual(old[name], made[name]))
}
