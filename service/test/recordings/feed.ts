import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toDecimal } from '../../src/kernel/money.ts'
import { figuresOf } from '../../src/observations/figures.ts'
import { checkBatch, checkCalendar, checkHotels, checkStay } from '../../src/sources/answer-check.ts'
import type { Download, ReadPage } from '../../src/sources/content.ts'
import { checkPage } from '../../src/sources/content-check.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import {
  type Adapter,
  type BatchQuery,
  type CalendarQuery,
  type Call,
  type FindQuery,
  type HotelRecord,
  type Http,
  type LowestAnswer,
  type NearQuery,
  type Rate,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../src/sources/source.ts'
import { bodyPath, publishedOf, type Recording, type VendorFile } from './vendor-file.ts'

/** What was answered, in words and figures of ours; money as decimals, as a person reads it. */
export type View = Record<string, unknown>

/** The text of an answer's body; the index counts the recording's own answers. */
export type Bodies = (index: number) => string

export function bodiesIn(folder: string, vendor: string, file: VendorFile, recording: Recording): Bodies {
  return (index) => {
    const answer = recording.answers[index]
    if (answer?.from === undefined) return JSON.stringify(answer?.json)
    const body = readFileSync(join(folder, bodyPath(vendor, publishedOf(file, answer.from))), 'utf8')
    if (answer.beside) return JSON.stringify({ ...(JSON.parse(body) as object), ...answer.beside })
    return answer.envelope === undefined ? body : JSON.stringify(answer.envelope).replace('"…"', () => body)
  }
}

/** Asks the family the recording's question over a wire that answers with these bodies. */
export async function feed(file: VendorFile, recording: Recording, bodies: Bodies): Promise<View> {
  const family = RATE_FAMILIES.find(({ name }) => name === file.family)
  if (!family) throw new Error(`there is no family ${file.family}`)
  const adapter = family.bind({
    sourceId: file.family,
    profile: file.profile ?? {},
    credentials: file.credentials,
    points: file.points ?? false,
    now: () => Date.parse(file.now),
  })
  const call: Call = { http: wireOf(file, recording, bodies), live: false, raw: false }
  const query = { ...file.query, ...recording.query }
  try {
    return await ask(adapter, recording.verb, query, call, file)
  } catch (failure) {
    if (failure instanceof SourceFailure) return { failure: failure.kind, detail: failure.message }
    throw failure
  }
}

export function wireOf(file: VendorFile, recording: Recording, bodies: Bodies): Http {
  return ({ path, body: request = '' }) => {
    const own = recording.answers.findIndex(({ to }) => new RegExp(to).test(path))
    const answer = recording.answers[own]
    if (answer) {
      const body = answer.echo ? echoing(bodies(own), request) : bodies(own)
      return Promise.resolve({ status: answer.status ?? 200, headers: {}, body })
    }
    const usual = file.always?.find(({ to }) => new RegExp(to).test(path))
    if (!usual) throw new SourceFailure('refused', `nothing is recorded for ${path}`)
    return Promise.resolve({ status: usual.status ?? 200, headers: {}, body: JSON.stringify(usual.json) })
  }
}

/** The root of an OpenTravel answer with the token of the request. */
function echoing(body: string, request: string): string {
  const [token = ''] = /EchoToken="[^"]*"/.exec(request) ?? []
  return body.replace(/EchoToken="[^"]*"/, '').replace(/<OTA_\w+RS/, (root) => `${root} ${token}`)
}

async function ask(
  adapter: Adapter,
  verb: Recording['verb'],
  query: Record<string, unknown>,
  call: Call,
  file: VendorFile,
): Promise<View> {
  switch (verb) {
    case 'shop': {
      const stay = query as unknown as StayQuery
      return stayView(checkStay(stay, await adapter.shop(stay, call)), file)
    }
    case 'lowest': {
      const batch = query as unknown as BatchQuery
      const rows = checkBatch(batch, (await adapter.lowest?.(batch, call)) ?? [])
      return { rows: byKey(rows, ({ hotelCode }) => hotelCode, rowView) }
    }
    case 'calendar': {
      const range = query as unknown as CalendarQuery
      const rows = checkCalendar(range, (await adapter.calendar?.(range, call)) ?? [])
      return { nights: byKey(rows, ({ checkin }) => checkin, rowView) }
    }
    case 'near':
      return hotelsView((await adapter.near?.(query as unknown as NearQuery, call)) ?? [])
    case 'find':
      return hotelsView((await adapter.find?.(query as unknown as FindQuery, call)) ?? [])
    case 'hotel': {
      const found = await adapter.hotel?.(String(query['hotelCode']), call)
      return hotelsView(found ? [found] : [])
    }
    case 'describe': {
      const hotelCode = String(query['hotelCode'])
      const found = await adapter.content?.one(hotelCode, { ...call, download: noFiles })
      return contentView(found ? { hotels: [found], gone: [], skipped: 0, next: null } : null)
    }
    case 'list':
      return contentView((await adapter.content?.list?.(null, { ...call, download: noFiles })) ?? null)
  }
}

function contentView(page: ReadPage | null): View {
  if (!page) return { hotels: {} }
  const { hotels, skipped, blanked } = checkPage(page)
  return {
    hotels: byKey(
      hotels,
      ({ hotelCode }) => hotelCode,
      (hotel) => ({ ...hotel }),
    ),
    skipped,
    blanked,
  }
}

/** No vendor's file is published. */
const noFiles: Download = (url) =>
  Promise.reject(new SourceFailure('refused', `nothing is recorded at ${url}`))

function stayView(answer: StayAnswer, { keys }: VendorFile): View {
  const { status, minLos, currency, hotel, rooms } = answer
  const figures = figuresOf(answer)
  const { room: roomKey, rate: rateKey } = keys ?? { room: 'roomCode', rate: 'rateCode' }
  const rates = rooms.flatMap((room) =>
    room.rates.map((rate) => ({
      key: `${room[roomKey]}/${rate[rateKey]}`,
      view: { ...rateView(rate), room: room.name, beds: room.beds, maxOccupancy: room.maxOccupancy },
    })),
  )
  return {
    status,
    minLos,
    currency,
    taxIncluded: figures.taxIncluded,
    hotel,
    lowest: {
      ...decimals(figures, ['bar', 'barAfterTax', 'member', 'memberAfterTax', 'copay'], currency),
      points: figures.points,
      pointsCash: figures.pointsCash,
    },
    rates: byKey(
      rates,
      ({ key }) => key,
      ({ view }) => view,
    ),
  }
}

function rateView(rate: Rate): View {
  const money = ['pricePerNight', 'pricePerNightAfterTax', 'total', 'totalAfterTax', 'cashCopayPerNight']
  return { ...rate, ...decimals(rate, money, rate.currency) }
}

function rowView(row: { lowest: LowestAnswer } | { failure: SourceFailure }): View {
  if ('failure' in row) return { failure: row.failure.kind, detail: row.failure.message }
  const { lowest } = row
  return {
    ...lowest,
    ...decimals(lowest, ['bar', 'barAfterTax', 'member', 'memberAfterTax'], lowest.currency),
  }
}

function hotelsView(hotels: readonly HotelRecord[]): View {
  return {
    hotels: byKey(
      checkHotels(hotels),
      ({ hotelCode }) => hotelCode,
      (hotel) => ({ ...hotel }),
    ),
  }
}

function decimals(record: object, names: readonly string[], currency: string): View {
  return Object.fromEntries(
    names.map((name) => {
      const amount: unknown = Reflect.get(record, name)
      return [name, typeof amount === 'number' ? toDecimal(amount, currency) : null]
    }),
  )
}

/** The second of the same key is `key#2`. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string, view: (item: T) => View): View {
  const views = new Map<string, View>()
  for (const item of items) {
    const key = keyOf(item)
    let name = key
    for (let count = 2; views.has(name); count += 1) name = `${key}#${count}`
    views.set(name, view(item))
  }
  return Object.fromEntries(views)
}
