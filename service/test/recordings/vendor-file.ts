import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Follows } from './wrong-prices.ts'

/** Where a published body lies, in a public repository at a fixed commit. */
export interface Published {
  /** `owner/name` on GitHub. */
  repo: string
  commit: string
  path: string
  /** The name of a request in a Postman collection: the body of its recorded response. */
  postman?: string
  /** Which of several recorded responses under that name; the first is 0. */
  index?: number
  /** A JSON pointer to a part of a JSON or YAML document. */
  pointer?: string
  /** The name of a constant in a TypeScript file. */
  constant?: string
  /** The name of an argument in a Dart program; `index` tells which of several. */
  argument?: string
  /** The name of a dictionary in a Python program, also where its lines are comments. */
  dictionary?: string
  /** The number of a fenced block of JSON in a Markdown page; the first is 0. */
  block?: number
  /** The first comment of a program, which has the answer and nothing else. */
  comment?: true
}

/** What the vendor answers to requests whose path matches `to`: a published body, or a few words of our own. */
export interface Answer {
  to: string
  status?: number
  from?: Partial<Published>
  /** What the vendor sends around the published part, which stands where this has `"…"`. */
  envelope?: unknown
  /** Fields of the whole answer, for a published part of it, or for one whose question was another. */
  beside?: Record<string, unknown>
  json?: unknown
  /** The vendor repeats the token of the request, which a published sample cannot. */
  echo?: true
}

/** One question, the bodies that answer it, and what a person reads in them. */
export interface Recording {
  name: string
  verb: 'shop' | 'lowest' | 'calendar' | 'near' | 'find' | 'hotel' | 'describe' | 'list'
  query: Record<string, unknown>
  answers: Answer[]
  expect: Record<string, unknown>
}

/** The published bodies of one vendor. README.md tells how such a file is written. */
export interface VendorFile {
  family: string
  profile?: Record<string, unknown>
  credentials: Record<string, string>
  points?: boolean
  /** The moment at which the bodies were made, as our clock. */
  now: string
  /** What `from` of each answer has where it does not say otherwise. */
  from?: Partial<Published>
  /** What each `query` has where it does not say otherwise. */
  query?: Record<string, unknown>
  /** Answers that every recording needs, such as a token. */
  always?: Answer[]
  /** A pattern for the words by which this vendor says that a stay is sold out. */
  soldOut: string
  /** The fields that identify a rate. */
  keys?: { room: 'roomCode' | 'name'; rate: 'rateCode' | 'name' }
  /** The fields of a mutant from which other prices follow. */
  follows?: Follows[]
  recordings: Recording[]
}

const VENDORS = join(import.meta.dirname, 'vendors')

/** Each vendor's file, by its name. */
export function readVendors(): Map<string, VendorFile> {
  const names = readdirSync(VENDORS).filter((name) => name.endsWith('.json'))
  return new Map(
    names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(VENDORS, name), 'utf8')) as VendorFile,
    ]),
  )
}

/** Where a published body lies below the folder of recordings. */
export function bodyPath(vendor: string, published: Published): string {
  const { repo, commit, path, postman, index, pointer, constant, argument, dictionary, block, comment } =
    published
  const parts = [
    path,
    postman ?? '',
    index ?? '',
    pointer ?? '',
    constant ?? '',
    argument ?? '',
    block ?? '',
    comment ? 'comment' : '',
    dictionary ?? '',
  ].join(' ')
  const slug = parts
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return join(vendor, repo.replace('/', '+'), commit.slice(0, 12), `${slug}.txt`)
}

export function publishedOf(file: VendorFile, from: Partial<Published>): Published {
  const { repo, commit, path, ...part } = { ...file.from, ...from }
  if (!repo || !commit || !path) throw new Error(`a body of ${file.family} without repo, commit or path`)
  return { repo, commit, path, ...part }
}
