import type { BudgetEntry } from '../catalog/budget.ts'
import type { SourceEntry } from '../catalog/schema.ts'
import type { Vendor, VendorField } from './vendor.ts'

/** What an operator filled in. Texts, as they were typed. */
export interface FilledIn {
  id: string
  name: string
  baseUrl: string
  fields: Readonly<Record<string, string>>
  budget: BudgetEntry | undefined
}

/** What is wrong with one field, as a sentence after its name. */
export interface FieldProblem {
  field: string
  problem: string
}

/** The entry of a source, and its credentials apart. */
export interface Connected {
  entry: SourceEntry
  credentials: Record<string, string>
}

/** Every problem of what was filled in, by field; empty if there is none. */
export function problemsIn(vendor: Vendor, { id, fields, baseUrl }: FilledIn): FieldProblem[] {
  const known = new Set(vendor.fields.map(({ name }) => name))
  const unknown = Object.keys(fields).filter((name) => !known.has(name))
  return [
    ...(vendor.isIdFixed && id !== vendor.sourceId
      ? [{ field: 'id', problem: `must be ${vendor.sourceId}: ${vendor.name} has one place in the service` }]
      : []),
    ...unknown.map((field) => ({
      field,
      problem: `is not known at ${vendor.name}; it takes ${[...known].join(', ')}`,
    })),
    ...vendor.fields.flatMap((field) => problemOf(field, valueOf(field, fields))),
    ...(baseUrl === '' && vendor.addresses.length === 0
      ? [{ field: 'base_url', problem: 'is missing: every customer of this vendor has another address' }]
      : []),
  ]
}

function problemOf({ name, pattern, form }: VendorField, value: string | undefined): FieldProblem[] {
  if (value === undefined) return [{ field: name, problem: 'is missing' }]
  // Not the value: it may be a secret.
  return new RegExp(`^(?:${pattern})$`).test(value) ? [] : [{ field: name, problem: `must be ${form}` }]
}

function valueOf({ name, default: usual }: VendorField, fields: FilledIn['fields']): string | undefined {
  const given = fields[name]?.trim()
  return given === undefined || given === '' ? usual : given
}

/** Call it when there is no problem. */
export function connect(vendor: Vendor, filled: FilledIn): Connected {
  const { id, name, baseUrl, fields, budget } = filled
  const values = vendor.fields.map((field) => ({ field, value: valueOf(field, fields) ?? '' }))
  const of = (to: VendorField['to']) => values.filter(({ field }) => field.to === to)
  const options = of('option').map(({ field, value }) => ({ field, value: readOption(field, value) }))
  const also = options.flatMap(({ field, value }) =>
    field.also === undefined ? [] : [[field.also, field.also === 'currencies' ? [value] : value]],
  )
  const hotels = of('hotel').map(({ value }) => value)
  const entry: SourceEntry = {
    ...vendor.entry,
    ...(Object.fromEntries(also) as Partial<SourceEntry>),
    id,
    name: name.trim() === '' ? vendor.name : name.trim(),
    baseUrl: baseUrl === '' ? (vendor.addresses[0]?.url ?? '') : baseUrl,
    credentials: {},
    profile: {
      ...vendor.entry.profile,
      ...Object.fromEntries(options.map(({ field, value }) => [field.name, value])),
    },
    ...(hotels.length > 0 && { examples: hotels }),
    ...(budget && { budget }),
  }
  return {
    entry,
    credentials: Object.fromEntries(of('credential').map(({ field, value }) => [field.name, value])),
  }
}

function readOption({ reads }: VendorField, value: string): string | string[] | boolean {
  if (reads === 'truth') return value === 'true'
  return reads === 'list' ? value.split(',').map((part) => part.trim()) : value
}

/** What was filled in once, from the entry that came of it: for the form of an edit. Secrets are left out. */
export function filledIn(vendor: Vendor, { entry, credentials }: Connected): Record<string, string> {
  const read = ({ name, to }: VendorField): unknown => {
    if (to === 'credential') return credentials[name]
    return to === 'hotel' ? entry.examples?.[0] : entry.profile?.[name]
  }
  return Object.fromEntries(
    vendor.fields.flatMap((field) => {
      const value = field.secret ? undefined : read(field)
      return value === undefined ? [] : [[field.name, asText(value)]]
    }),
  )
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
}
