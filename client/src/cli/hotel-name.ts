import { InvalidArgumentError } from 'commander'
import type { Client } from '../client.ts'
import type { FoundHotel } from '../generated/shapes.ts'
import { type HotelRef, hotels } from './arguments.ts'
import { EXIT, OutcomeError, UsageError } from './exit.ts'
import type { Shell } from './shell.ts'

/** A hotel as it was typed: by its codes, or by its name. */
export type HotelAsk = HotelRef | { name: string }

export const HOTELS = 'SOURCE:CODE, SOURCE:CODE,CODE for several hotels of one source, or a hotel’s name'

/** `aurelia:LONAU`, several hotels of one source as `aurelia:LONAU,NEWAU`, or a name such as `Aurelia London Observatory`. */
export function hotelAsks(text: string, before: HotelAsk[] = []): HotelAsk[] {
  return [...before, ...(text.includes(':') ? hotels(text) : [{ name: text }])]
}

/**
 * Reads `CHAIN CODE WHEN`, or `NAME WHEN`: a command has one word less where its hotel is named. `when` parses the last word.
 */
export function hotelAndWhen<When>(
  words: readonly (string | undefined)[],
  when: (text: string) => When,
): { hotel: HotelAsk; when: When } {
  const [first = '', second = '', third] = words
  const [hotel, last] =
    third === undefined ? [{ name: first }, second] : [{ chain: first, hotel_code: second }, third]
  try {
    return { hotel, when: when(last) }
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    // With three words the hotel was clear.
    const hint =
      third === undefined ? 'Name the hotel by its chain and code, or by its name in quotes.' : undefined
    throw new UsageError(error.message, hint)
  }
}

/** The codes of hotels. A name is looked up, which is free; if it is not clear, nothing else is done. */
export async function hotelsOf(shell: Shell, client: Client, asks: readonly HotelAsk[]): Promise<HotelRef[]> {
  const found: HotelRef[] = []
  for (const ask of asks) found.push('name' in ask ? await findByName(shell, client, ask.name) : ask)
  return found
}

/** The hotels of a call: those that were typed, or the set named by `--set`. */
export async function hotelsOrSet(
  shell: Shell,
  client: Client,
  asks: readonly HotelAsk[],
  set: string | undefined,
): Promise<{ hotels: HotelRef[] } | { set: string }> {
  if (set !== undefined && asks.length > 0)
    throw new UsageError('Give either hotels or --set, not both: a set has its own hotels.')
  if (set !== undefined) return { set }
  if (asks.length === 0)
    throw new UsageError('Give at least one hotel, for example aurelia:LONAU, or a set with --set.')
  return { hotels: await hotelsOf(shell, client, asks) }
}

export const SET = ['--set <set>', 'the hotels of this set (set_…) instead of a list'] as const

export async function hotelOf(shell: Shell, client: Client, ask: HotelAsk): Promise<HotelRef> {
  return 'name' in ask ? findByName(shell, client, ask.name) : ask
}

const LISTED = 8
/** A full name, in any order, scores at least this. */
const FULL_NAME = 0.97
/** A single hotel counts only if most of the query matches it. */
const LIKELY = 0.7

async function findByName(shell: Shell, client: Client, name: string): Promise<HotelRef> {
  const sent = { signal: shell.signal }
  let found: FoundHotel[] = []
  for (const kind of ['chain', 'ota', 'meta'] as const) {
    if (found.length === 0)
      found = (await client.searchHotels({ q: name, kind, limit: LISTED + 1 }, sent)).data.hotels
  }
  const hotel = clearMatch(found)
  if (!hotel) throw unclear(name, found)
  const { chain, hotel_code } = hotel
  shell.say(shell.paintError('dim', `${hotel.name}, ${chain}:${hotel_code}`))
  return { chain, hotel_code }
}

function clearMatch([first, second]: readonly FoundHotel[]): FoundHotel | null {
  if (!first) return null
  if (!second) return first.score >= LIKELY ? first : null
  const isExact = first.match === 'code' || first.score >= FULL_NAME
  const isAlone = first.match !== second.match || first.score > second.score
  return isExact && isAlone ? first : null
}

function unclear(name: string, found: readonly FoundHotel[]): Error {
  if (found.length === 0) {
    return new OutcomeError(
      `No hotel is called “${name}”. \`vacancy hotels NAME\` searches for it.`,
      EXIT.error,
    )
  }
  const more =
    found.length > LISTED
      ? `\n  … and more. \`vacancy hotels "${name}" --limit 50\` lists them. Add a city to get fewer.`
      : ''
  const lines = found.slice(0, LISTED).map((hotel) => {
    const where = [hotel.city, hotel.country].filter(Boolean).join(', ')
    return `  ${hotel.chain} ${hotel.hotel_code}  ${hotel.name}${where ? ` (${where})` : ''}`
  })
  return new UsageError(
    `Several hotels match “${name}”. Nothing was asked or charged.`,
    `Use the full name, or one of these codes:\n${lines.join('\n')}${more}`,
  )
}
