import type { HotelContent, ReadPage } from '../content.ts'
import { tryJson } from './http-answer.ts'

/** Reads the entries of a page one by one. Those that describe no hotel (null) are counted. */
export function readEach<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry) => HotelContent | null,
): Pick<ReadPage, 'hotels' | 'skipped'> {
  const hotels = entries.flatMap((entry) => read(entry) ?? [])
  return { hotels, skipped: entries.length - hotels.length }
}

/** A cursor that we wrote ourselves. Null also for one of another form, which begins the listing again. */
export function readCursor<Cursor>(
  check: { Check(value: unknown): value is Cursor },
  cursor: string | null,
): Cursor | null {
  const value = cursor === null ? null : tryJson(cursor)
  return check.Check(value) ? value : null
}

/**
 * How far a page of a list by offsets reaches back into the one before: a hotel that leaves meanwhile moves the others up, and
 * one between two pages would be missed.
 */
export const OVERLAP = 5
