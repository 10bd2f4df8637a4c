import { readFileSync } from 'node:fs'
import { groupRooms } from '../../src/rooms/group.ts'
import { MATCH, matchRooms } from '../../src/rooms/match.ts'
import { readName } from '../../src/rooms/reading.ts'

/** One hotel's rooms at two sellers; lists are separated by ` | `, labels by spaces. See `about` in the file. */
interface LabelledHotel {
  origin: string
  hotel: string
  heldOut?: boolean
  ours: string
  theirs: string
  first: string
  second: string
  settled?: Readonly<Record<string, { same: string; why: string }>>
  /** What the seller’s own codes say that a labelled room is, where that is another one. */
  byCode?: Readonly<Record<string, string>>
}

export interface LabelledFile {
  origins: Readonly<Record<string, unknown>>
  hotels: readonly LabelledHotel[]
}

export const LABELS = JSON.parse(
  readFileSync(new URL('labels.json', import.meta.url), 'utf8'),
) as LabelledFile

/** What both readings agree on, or what settled their difference; null if no room is the same or it cannot be told. */
export function labelsOf({ theirs, first, second, settled }: LabelledHotel): (number[] | null)[] {
  const [one, other] = [first.split(' '), second.split(' ')]
  return theirs.split(' | ').map((name, place) => {
    const label = one[place] === other[place] ? one[place] : settled?.[place]?.same
    if (label === undefined) throw new Error(`the readings of ${name} differ, and nothing settles it`)
    return label === '-' ? null : label.split('+').map(Number)
  })
}

export interface LabelScore {
  set: string
  hotels: number
  /** Every room of one side with every room of the other. */
  pairs: number
  found: number
  right: number
  there: number
  wrong: string[]
  /** Right by the names, and another room by the seller’s own codes. */
  misled: string[]
  missed: string[]
}

/** How well the labelled rooms are matched: those that the matcher was set with, those held out, and all. */
export function measureLabels(): LabelScore[] {
  const { hotels } = LABELS
  return [
    scoreOf(
      'tuned',
      hotels.filter(({ heldOut }) => heldOut !== true),
    ),
    scoreOf(
      'held out',
      hotels.filter(({ heldOut }) => heldOut === true),
    ),
    scoreOf('all', hotels),
  ]
}

function scoreOf(set: string, hotels: readonly LabelledHotel[]): LabelScore {
  const names = new Set(hotels.map(({ origin, hotel }) => `${origin} ${hotel.split(',')[0]}`))
  const score: LabelScore = {
    set,
    hotels: names.size,
    pairs: 0,
    found: 0,
    right: 0,
    there: 0,
    wrong: [],
    misled: [],
    missed: [],
  }
  for (const hotel of hotels) countHotel(score, hotel)
  return score
}

function countHotel(score: LabelScore, hotel: LabelledHotel): void {
  const [ours, theirs] = [hotel.ours.split(' | '), hotel.theirs.split(' | ')]
  const labels = labelsOf(hotel)
  const found = matched(ours, theirs)
  score.pairs += ours.length * theirs.length
  theirs.forEach((name, place) => {
    const label = labels[place] ?? null
    const match = found.get(place)
    const isRight = match !== undefined && (label?.some((same) => match.includes(same)) ?? false)
    score.there += Number(label !== null)
    score.found += Number(match !== undefined)
    score.right += Number(isRight)
    const of = (places: readonly number[] | null | undefined) =>
      places ? places.map((at) => ours[at]).join(' or ') : 'none'
    const line = `${hotel.hotel}: ${name} is ${of(label)}, found ${of(match)}`
    if (match !== undefined && !isRight) score.wrong.push(line)
    if (isRight && hotel.byCode?.[place]) score.misled.push(`${line}, is ${hotel.byCode[place]} by its code`)
    if (label !== null && !isRight) score.missed.push(line)
  })
}

/** The places in `ours` of each room in `theirs` that matches one. Rooms that their names do not tell apart count as one. */
function matched(ours: readonly string[], theirs: readonly string[]): Map<number, number[]> {
  const sides = [ours.map(readName), theirs.map(readName)] as const
  const [own, other] = [groupRooms(sides[0]), groupRooms(sides[1])]
  const readings = (groups: readonly number[][], side: 0 | 1) =>
    groups.flatMap(([first]) => (first === undefined ? [] : (sides[side][first] ?? [])))
  const found = new Map<number, number[]>()
  for (const { ours: our, theirs: their, confidence } of matchRooms(readings(own, 0), readings(other, 1))) {
    if (confidence < MATCH) continue
    for (const place of other[their] ?? []) found.set(place, own[our] ?? [])
  }
  return found
}
