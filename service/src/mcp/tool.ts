import type { Static, TSchema } from 'typebox'
import type { JobSchema } from '../jobs/job.ts'
import type { PriceList } from '../sources/catalog/price-list.ts'
import type { Column, PlaceRow, Row } from './row.ts'

/** A tool is data: a view of one route. It has no rules of its own about prices, limits or validity. */
export interface ToolText {
  name: string
  title: string
  /** What it is for and what to call next, for a model that decides. */
  description: string
  /** What it costs, by the rules that charge it. Added to the description. */
  costs?: (prices: PriceList) => string
  /** What to ask for instead of a call that could cost more than its limit. */
  cheaper?: string
  /** The route that it calls. */
  operationId: string
  /** The fields of the route that it takes. */
  fields: readonly string[]
  /** Fields of the tool that have another name in the route. */
  renamed?: Readonly<Record<string, string>>
  /** Fields that the route takes as one text with commas, and the tool as a list. */
  lists?: readonly string[]
  /** Fields of the route that the tool always sets. */
  fixed?: Readonly<Record<string, unknown>>
  /** Defaults that differ from those of the route. */
  defaults?: Readonly<Record<string, unknown>>
  /** Fields of the tool alone. */
  own?: Readonly<Record<string, TSchema>>
  /** The route pages by itself: `cursor` and `limit` are its own. */
  pagesItself?: boolean
  /** Whether a cursor reads on in the stored answer. Otherwise it repeats the call. */
  keepsAnswer?: boolean
  /** Starts work that goes on after the answer. */
  startsWork?: boolean
  /** Fields of the route with which it answers by a job in any case. Only such a tool can be called as a task. */
  asTask?: Readonly<Record<string, unknown>>
  /** Its answer is one thing, and no list. */
  hasOneRow?: boolean
  /** Rows in an answer, if not as many as usual. */
  rowsDefault?: number
  columns: readonly Column[]
}

export type JobView = Static<typeof JobSchema>

/** A row of `jobs`: work that goes on. */
export interface JobRow {
  job_id: string
  status: string
  cells_done: number
  cells_total: number
  credits_reserved: number
  credits_spent: number
}

/** What a tool makes of an answer of its route. */
export interface View {
  summary: string
  /** Best first. */
  rows: Row[]
  /** What the words of the call were taken for, and what else they may mean. */
  place?: PlaceRow | undefined
  otherPlaces?: PlaceRow[]
  /** Why there are no rows, and the next step. Only read if there are none. */
  whyEmpty?: string
  jobs?: JobRow[]
  /** The job that makes the whole answer. A client that knows tasks follows it as one. */
  task?: JobView
  /** If the route pages by itself. */
  nextCursor?: string | null
  /** The tool that reads on, if it is another one. */
  readOn?: string
}

export type Args = Record<string, unknown>

/** The nearest hotel of these chains that the directory knows, within about 350 miles; null if there is none. */
export type FindNearest = (
  place: { lat: number; lng: number },
  chains: readonly string[] | undefined,
) => Promise<{ chain: string; distanceMi: number } | null>

/** Who stays, and in which currency prices are compared: fields of most paid tools. */
export const PARTY = ['adults', 'children_ages', 'rooms', 'currency']

export interface Tool extends ToolText {
  show(answer: unknown, args: Args, findNearest: FindNearest): View | Promise<View>
}

/** `answer` is the schema of the route's answer, which types what `show` reads. */
export function tool<Answer extends TSchema>(
  text: ToolText,
  show: (answer: Static<Answer>, args: Args, findNearest: FindNearest) => View | Promise<View>,
): Tool {
  return { ...text, show: (answer, args, findNearest) => show(answer as Static<Answer>, args, findNearest) }
}
