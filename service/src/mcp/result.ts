import type { MeteredRequest } from '../edge/metering.ts'
import { counted } from '../kernel/counted.ts'
import { toCredits } from '../kernel/credits.ts'
import { type Cursor, cursorText } from './cursor.ts'
import type { PlaceRow } from './row.ts'
import type { View } from './tool.ts'
import { placeText, quoted, rowWords } from './words.ts'

/** A result of the protocol: data, and the same as short text. A type, not an interface, so that it has an index signature. */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

interface Page {
  limit: number
  cursor: Cursor
  metered: Metered
}

type Metered = Pick<MeteredRequest, 'charged' | 'remaining'>

export function viewResult(view: View, { limit, cursor, metered }: Page): ToolResult {
  const { summary, rows, jobs = [], readOn, place, otherPlaces = [] } = view
  const pagesItself = view.nextCursor !== undefined
  const from = pagesItself ? 0 : cursor.offset
  const page = pagesItself ? rows : rows.slice(from, from + (limit || rows.length))
  const end = from + page.length
  const more = end < rows.length ? cursorText({ key: cursor.key, offset: end }) : null
  const nextCursor = pagesItself ? (view.nextCursor ?? null) : more
  const whyEmpty = page.length > 0 ? null : (view.whyEmpty ?? 'There are no further rows.')
  const content = {
    summary,
    rows: page,
    ...(!pagesItself && { rows_total: rows.length }),
    next_cursor: nextCursor,
    why_empty: whyEmpty,
    ...(place && { place }),
    ...(otherPlaces.length > 0 && { other_places: otherPlaces }),
    ...(jobs.length > 0 && { jobs }),
    credits: creditsOf(metered),
  }
  const lines = [
    summary,
    ...(otherPlaces.length > 0
      ? [`Other places of that name, to be asked by \`place_id\`: ${otherPlaces.map(otherText).join('; ')}.`]
      : []),
    ...page
      .map((row, index) => `${from + index + 1}. ${rowWords(row)}`)
      .filter((line) => !line.endsWith('. ')),
    ...jobs.map(({ job_id, status, cells_done, cells_total, credits_reserved }) => {
      return `Job ${job_id} is ${status}: ${cells_done} of ${cells_total} cells, ${credits_reserved} credits reserved.`
    }),
    ...(whyEmpty === null ? [] : [whyEmpty]),
    ...(nextCursor === null ? [] : [`More: call ${readOn ?? 'again'} with cursor ${nextCursor}.`]),
    creditsWords(metered),
  ]
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: content }
}

function otherText(place: PlaceRow): string {
  return `${placeText(place)}${place.place_id === undefined ? '' : ` ${quoted(place.place_id)}`}`
}

export function quoteResult(body: unknown, metered: Metered): ToolResult {
  const { quote } = body as { quote: { credits_min: number; credits_max: number } }
  const summary = `This call would cost ${quote.credits_min} to ${quote.credits_max} credits.`
  const whyEmpty =
    'This was a dry run. Next: call without `dry_run`, with `max_credits` at least the maximum.'
  return {
    content: [{ type: 'text', text: `${summary} ${whyEmpty}` }],
    structuredContent: {
      summary,
      rows: [],
      next_cursor: null,
      why_empty: whyEmpty,
      quote,
      credits: creditsOf(metered),
    },
  }
}

function creditsOf({ charged, remaining }: Metered) {
  return { charged: toCredits(charged), remaining: remaining === null ? null : toCredits(remaining) }
}

function creditsWords(metered: Metered): string {
  const { charged, remaining } = creditsOf(metered)
  return `Cost: ${counted(charged, 'credit')}${remaining === null ? '' : `, ${remaining} left`}.`
}
