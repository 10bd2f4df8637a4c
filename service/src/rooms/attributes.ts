import { type Reading, readName } from './reading.ts'
import type { Bed } from './words/beds.ts'
import { GRADES, KINDS, type RoomClass } from './words/grades.ts'

/** What a source states of a room, apart from its name. Null or left out where it does not. */
export interface StatedRoom {
  name: string
  /** As the source displays them. */
  beds: string | null
  maxOccupancy: number | null
  facts?: RoomFacts
}

export interface RoomFacts {
  beds?: readonly Bed[]
  view?: string
  bedrooms?: number
  areaM2?: number
  accessible?: boolean
  smoking?: boolean
}

/** Comparable facts of a room; null where neither the source nor the name says. */
export interface RoomAttributes {
  class: RoomClass | null
  beds: readonly Bed[] | null
  view: string | null
  bedrooms: number | null
  sleeps: number | null
  areaM2: number | null
  accessible: boolean | null
  smoking: boolean | null
  club: boolean | null
}

/** A room's name and what its source states, in one: what is stated counts, then the name. */
export function readRoom({ name, beds, maxOccupancy, facts = {} }: StatedRoom): Reading {
  const said = readName(name)
  const bedding = facts.beds?.length ? [facts.beds] : beds === null ? [] : readName(beds).beds
  return {
    ...said,
    beds: bedding.length > 0 ? bedding : said.beds,
    views: facts.view === undefined ? said.views : readName(`${facts.view} view`).views,
    bedrooms: facts.bedrooms ?? said.bedrooms,
    sleeps: maxOccupancy ?? said.sleeps,
    areaM2: facts.areaM2 ?? said.areaM2,
    accessible: facts.accessible ?? said.accessible,
    smoking: facts.smoking ?? said.smoking,
  }
}

export function attributesOf(room: StatedRoom): RoomAttributes {
  return attributesIn(readRoom(room), room.facts?.accessible)
}

/** A name that does not say accessible says nothing; only a source can say that a room is not. */
export function attributesIn(reading: Reading, stated?: boolean): RoomAttributes {
  const { beds, views, sleeps, bedrooms, areaM2, smoking } = reading
  const view = views.filter((name) => name !== 'any')
  return {
    class: classOf(reading),
    // Several beddings to choose from are no statement of one.
    beds: beds.length === 1 ? (beds[0] ?? null) : null,
    view: view.length === 0 ? null : view.join(', '),
    bedrooms,
    sleeps,
    areaM2,
    accessible: stated ?? (reading.accessible || null),
    smoking,
    club: reading.club || null,
  }
}

/** The kind of room decides before its grade: a deluxe suite is a suite. Of several grades, the highest. */
export function classOf({ kind, grades }: Reading): RoomClass | null {
  const ofKind = kind && KINDS[kind].class
  if (ofKind) return ofKind
  const classes = new Set(grades.map((grade) => GRADES[grade]?.class))
  return RANKED.find((ranked) => classes.has(ranked)) ?? null
}

const RANKED: readonly RoomClass[] = ['executive', 'deluxe', 'superior', 'standard']
