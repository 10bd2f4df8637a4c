import { counted } from '../../kernel/counted.ts'
import { VERSION } from '../../kernel/version.ts'
import type { RecordedQuestion } from '../call-watcher.ts'
import type { Source } from '../catalog/catalog.ts'
import { played } from '../conformance/played.ts'
import { recordedOf } from '../conformance/recorded.ts'
import type { RecordingFile } from '../conformance/recording-file.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { withoutAddresses } from '../evidence/reading.ts'
import { createScrub } from '../evidence/scrub.ts'
import { tryJson } from '../families/http-answer.ts'
import type { Family } from '../source.ts'

/** A call that was seen from its beginning. */
export interface WholeCall {
  asked: RecordedQuestion
  atMs: number
  firstId: string
  exchanges: readonly Exchange[]
}

/** The call as a recording, with what the family reads in it now; null if it cannot be told as one. */
export async function recordingOf(
  source: Source,
  family: Family,
  call: WholeCall,
): Promise<RecordingFile | null> {
  if (call.exchanges.length === 0 || call.exchanges.some(({ answer }) => answer === null)) return null
  const { localCurrency, currencies, taxIncluded, points, pointsCash } = source
  const scrub = createScrub(source.credentials)
  const file: RecordingFile = {
    title: titleOf(call.asked),
    origin: `${source.id}, recorded by Vacancy ${VERSION}`,
    family: family.name,
    familyVersion: family.version ?? VERSION,
    firstId: call.firstId,
    now: new Date(call.atMs).toISOString(),
    profile: withoutAddresses(source.profile, scrub),
    source: { localCurrency, currencies: [...currencies], taxIncluded, points, pointsCash },
    ...questionOf(call.asked),
    answers: call.exchanges.map((exchange) => answerOf(exchange, scrub)),
    expect: {},
  }
  const row = await played(recordedOf(family, file))
  return { ...file, expect: expectationOf(row) }
}

function titleOf({ verb, query }: RecordedQuestion): string {
  const nights = `${query.checkin} for ${counted(query.los, 'night')}`
  return verb === 'shop' ? `${query.hotelCode}, ${nights}` : `${query.hotelCodes.length} hotels, ${nights}`
}

function questionOf({ verb, query }: RecordedQuestion): Pick<RecordingFile, 'shop' | 'lowest'> {
  const { checkin, los, occupancy, currency } = query
  const stay = { checkin, los, occupancy: partyOf(occupancy), currency }
  if (verb === 'shop') return { shop: { hotelCode: query.hotelCode, ...stay } }
  return { lowest: { hotelCodes: query.hotelCodes, member: query.member, ...stay } }
}

function partyOf({ adults, children, rooms, ages }: RecordedQuestion['query']['occupancy']) {
  return { adults, children, rooms, ...(ages && { ages: [...ages] }) }
}

function answerOf(
  { method, path, answer, headersRead }: Exchange,
  scrub: (text: string) => string,
): RecordingFile['answers'][number] {
  const headers = Object.fromEntries(
    [...headersRead].toSorted().map((name) => [name, scrub(answer?.headers[name] ?? '')]),
  )
  const body = scrub(answer?.body ?? '')
  const json = tryJson(body)
  return {
    to: `^${RegExp.escape(`${method} ${scrub(path)}`)}$`,
    status: answer?.status ?? 200,
    headers,
    // Written again, a large number would be another.
    ...(json !== undefined && JSON.stringify(json).length === body.length ? { json } : { body }),
  }
}

/** What the family reads, as JSON: the bodies themselves and our own words for a failure are no part of it. */
export function expectationOf(row: unknown): Record<string, unknown> {
  const {
    raw: _raw,
    rooms: _rooms,
    detail: _detail,
    ...told
  } = JSON.parse(JSON.stringify(row)) as Record<string, unknown>
  return told
}
