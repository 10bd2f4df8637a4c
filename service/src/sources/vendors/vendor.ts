import type { SourceEntry } from '../catalog/schema.ts'

/** A way to connect a real source: what it brings, what an operator fills in, and the entry that comes of it. */
export interface Vendor {
  id: string
  /** Whether anyone can sign up for a key, or a contract comes first. */
  access: 'open' | 'contract'
  name: string
  /** What one gets, as somebody would look for it. */
  brings: string
  /** What a key costs, as far as the vendor publishes it. */
  cost: string
  /** Where one gets a key, and how. */
  key: { url: string; how: string }
  /** What to check if the vendor refuses the key: above all the key of another environment. */
  refusedKey: string
  /** The id that is proposed. An engine has one place in the service: its id cannot be chosen. */
  sourceId: string
  isIdFixed: boolean
  /** The vendor's published addresses, the usual one first. None: every customer has another. */
  addresses: readonly VendorAddress[]
  fields: readonly VendorField[]
  /** What the operator is not asked for. */
  entry: Omit<SourceEntry, 'id' | 'name' | 'baseUrl' | 'credentials'>
}

export interface VendorAddress {
  label: string
  url: string
}

/** One thing to fill in. */
export interface VendorField {
  name: string
  label: string
  help: string
  /** Shown as its last four characters only, once it is saved. */
  secret: boolean
  /** Of the whole value, as a regular expression. */
  pattern: string
  /** What the pattern means, after "must be". */
  form: string
  /** Left out: it must be filled in. */
  default?: string
  /** Where it goes: to the family's credentials, to an option of its profile, or to the hotels to check with. */
  to: 'credential' | 'option' | 'hotel'
  /** Of an option: how its text is read. Default: as it is. */
  reads?: 'list' | 'truth'
  /** Of an option: the field of the entry that follows from it. */
  also?: 'taxIncluded' | 'currencies'
}

const SECRET = {
  secret: true,
  pattern: '[!-~]{4,4096}',
  form: 'at least 4 characters without spaces',
} as const

/** A credential that nobody may see. */
export function secretField(name: string, label: string, help: string): VendorField {
  return { ...SECRET, name, label, help, to: 'credential' }
}

/** A credential that is no secret. */
export function nameField(name: string, label: string, help: string): VendorField {
  const form = '1 to 200 printable characters'
  return { name, label, help, secret: false, pattern: '[ -~]{1,200}', form, to: 'credential' }
}

/** The hotel that checks ask about. It is the example in `GET /chains`. */
export function hotelField(help: string, usual?: string): VendorField {
  return {
    name: 'hotel',
    label: 'A hotel to test with',
    help,
    secret: false,
    pattern: '[A-Za-z0-9][A-Za-z0-9_.-]{0,63}',
    form: 'a hotel code: 1 to 64 letters, digits, dots, dashes or underscores',
    to: 'hotel',
    ...(usual !== undefined && { default: usual }),
  }
}

export const COUNTRY = { pattern: '[A-Za-z]{2}', form: 'a country of two letters, such as US' } as const

/** Prices in cash, one hotel at a time: what every family can do. */
export const CASH_ONLY = {
  batch: false,
  calendar: false,
  points: false,
  pointsCash: false,
  geo: false,
  certificates: [],
} satisfies SourceEntry['capabilities']
