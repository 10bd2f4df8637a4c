import type { AskOptions } from './ask-options.ts'
import type { Answered, Circuit } from './circuit.ts'
import type { ContentPage, HotelContent, SourceContent } from './content.ts'
import { checkOne, checkPage } from './content-check.ts'
import { SourceFailure } from './source.ts'

export interface ContentAbilities {
  list: boolean
  changes: boolean
}

/** The gateway's verbs for static content. Listings wait behind people's calls and take a small share of the concurrency. */
export interface ContentVerbs {
  /** What the source's static content can do; null if it has none or is not configured. */
  contentOf(sourceId: string): ContentAbilities | null
  /** A page of all hotels. */
  listHotels(sourceId: string, cursor: string | null, options?: AskOptions): Promise<Answered<ContentPage>>
  /** A page of the hotels that changed since the moment (RFC 3339). `unsupported`: too long ago, list all. */
  changedHotels(
    sourceId: string,
    since: string,
    cursor: string | null,
    options?: AskOptions,
  ): Promise<Answered<ContentPage>>
  /** All that the source says of one hotel; null if it does not know the hotel. */
  describeHotel(
    sourceId: string,
    hotelCode: string,
    options?: AskOptions,
  ): Promise<Answered<HotelContent | null>>
}

export interface ContentPost {
  circuit: Circuit
  content: SourceContent | undefined
}

/** A page may take many requests, and nobody waits for it. */
const PAGE_DEADLINE_MS = 60_000

/** A listing is about no hotel in particular. */
const EVERY_HOTEL = '*'

export function contentVerbs(postOf: (sourceId: string) => ContentPost): ContentVerbs {
  return {
    contentOf(sourceId) {
      const { content } = postOf(sourceId)
      return content ? { list: content.list !== undefined, changes: content.changes !== undefined } : null
    },
    async listHotels(sourceId, cursor, options = {}) {
      const { circuit, content } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'list',
          hotel: EVERY_HOTEL,
          about: [cursor],
          background: true,
          put: async (call) => checkPage(await (content?.list?.(cursor, call) ?? unable())),
        },
        { deadlineMs: PAGE_DEADLINE_MS, ...options },
      )
    },
    async changedHotels(sourceId, since, cursor, options = {}) {
      const { circuit, content } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'changes',
          hotel: EVERY_HOTEL,
          about: [since, cursor],
          background: true,
          put: async (call) => checkPage(await (content?.changes?.(since, cursor, call) ?? unable())),
        },
        { deadlineMs: PAGE_DEADLINE_MS, ...options },
      )
    },
    async describeHotel(sourceId, hotelCode, options = {}) {
      const { circuit, content } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'describe',
          hotel: hotelCode,
          about: [hotelCode],
          put: async (call) => checkOne(hotelCode, await (content?.one(hotelCode, call) ?? unable())),
        },
        options,
      )
    },
  }
}

function unable(): never {
  throw new SourceFailure('refused', 'the family of this source cannot do that')
}
