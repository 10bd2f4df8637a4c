import type { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { ContentCall } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { parseJson } from '../http-answer.ts'
import { linesOfZip } from '../zip-lines.ts'
import { failureOf } from './failures.ts'

/** A place in one edition of the vendor's file. */
export const Place = Type.Object({
  file: Type.String(),
  updated: Type.String(),
  line: Type.Integer({ minimum: 0 }),
})
export type Place = Static<typeof Place>

/**
 * The vendor's static file: zipped JSON lines, some hundred megabytes at an address that expires. It cannot be read from the
 * middle, so it stays open between two pages; where that is not possible, it is fetched again and read up to the place. A new
 * edition begins from the start.
 */
export interface Feed {
  take(
    place: Place | null,
    count: number,
    call: ContentCall,
  ): Promise<{ lines: string[]; next: Place | null; restarted: boolean }>
}

interface Opened extends Place {
  body: Readable
  lines: AsyncGenerator<string>
}

/** Nobody asked for the next page. */
const IDLE_MS = 60_000

const Answer = shapeOf(
  Type.Object({
    bestMatchedFile: Type.Object({
      fileName: Type.String({ minLength: 1 }),
      fileLastUpdated: Type.Optional(Type.String()),
      downloadUrl: Type.String({ minLength: 1 }),
    }),
  }),
)

export function createFeed(
  headers: () => Record<string, string>,
  domains: readonly string[],
  now: () => number,
): Feed {
  let waiting: { opened: Opened; timer: NodeJS.Timeout } | null = null

  /** A reader takes it, so that two readers never share a stream. */
  const takeWaiting = (): Opened | null => {
    const opened = waiting?.opened ?? null
    if (waiting) clearTimeout(waiting.timer)
    waiting = null
    return opened
  }

  const leaveWaiting = (opened: Opened): void => {
    takeWaiting()?.body.destroy()
    const timer = setTimeout(() => takeWaiting()?.body.destroy(), IDLE_MS)
    waiting = { opened, timer: timer.unref() }
  }

  async function open(call: ContentCall): Promise<Opened> {
    const answer = await call.http({
      method: 'GET',
      path: '/feed/v1/download-url',
      query: { type: 'SUMMARY', locale: 'en-US', lodgingType: 'CL' },
      headers: headers(),
    })
    if (answer.status !== 200) throw failureOf(answer, now())
    const found = parseJson(answer.body)
    if (!Answer.Check(found)) throw new SourceFailure('broken', 'the body names no file')
    const { fileName, fileLastUpdated = '', downloadUrl } = found.bestMatchedFile
    const { status, body } = await call.download(downloadUrl, domains)
    // Destroying it later must not surface as an error that nobody handles.
    body.on('error', () => {})
    if (status !== 200) {
      body.destroy()
      // The address is new, so a refusal is worth a second one.
      throw new SourceFailure('refused', `the file: HTTP ${status}`, { transient: true })
    }
    return { file: fileName, updated: fileLastUpdated, line: 0, body, lines: linesOfZip(body) }
  }

  async function openAt(place: Place | null, call: ContentCall) {
    const opened = await open(call)
    const isSame = place !== null && place.file === opened.file && place.updated === opened.updated
    if (isSame) await read(opened, place.line)
    return { opened, restarted: place !== null && !isSame }
  }

  return {
    async take(place, count, call) {
      const left = takeWaiting()
      const isHere = left !== null && place !== null && isAt(left, place)
      if (!isHere) left?.body.destroy()
      const { opened, restarted } = isHere ? { opened: left, restarted: false } : await openAt(place, call)
      try {
        const lines = await read(opened, count)
        const isLast = lines.length < count
        if (isLast) opened.body.destroy()
        else leaveWaiting(opened)
        const { file, updated, line } = opened
        return { lines, next: isLast ? null : { file, updated, line }, restarted }
      } catch (error) {
        opened.body.destroy()
        throw error
      }
    },
  }
}

function isAt(opened: Opened, { file, updated, line }: Place): boolean {
  return opened.file === file && opened.updated === updated && opened.line === line
}

async function read(opened: Opened, count: number): Promise<string[]> {
  const lines: string[] = []
  while (lines.length < count) {
    const { done, value } = await opened.lines.next()
    if (done) break
    lines.push(value)
  }
  opened.line += lines.length
  return lines
}
