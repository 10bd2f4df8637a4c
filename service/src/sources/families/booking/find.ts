import { addNights, nightAt } from '../../../kernel/dates.ts'
import type { Adapter } from '../../source.ts'
import { existing } from '../hotel-facts.ts'
import type { AccommodationFacts } from './accommodation-facts.ts'
import type { Client, Talk } from './client.ts'
import { idsFound } from './parse-search.ts'

/** Sources may disagree this much about a large resort's coordinates. */
const RADIUS_KM = 1.5
/** A search finds only what has a room, so two nights are tried. */
const DAYS_AHEAD = [40, 89]
/** The maximum ids per request for details. */
const MAX_CANDIDATES = 100

/**
 * The vendor has no search by name. It finds accommodations around a point and names them on request; the caller decides which
 * one is meant.
 */
export function createFind(
  client: Client,
  facts: AccommodationFacts,
  now: () => number,
): NonNullable<Adapter['find']> {
  return async ({ lat, lng }, call) => {
    if (lat === undefined || lng === undefined) return []
    const talk: Talk = { call, raw: [] }
    const today = nightAt(now())
    const bodies = await Promise.all(
      DAYS_AHEAD.map((days) => {
        const stay = { checkin: addNights(today, days), los: 1, currency: 'USD', member: false }
        return client.searchAround(
          lat,
          lng,
          RADIUS_KM,
          { ...stay, occupancy: { adults: 2, children: 0, rooms: 1 } },
          talk,
        )
      }),
    )
    const codes = [...new Set(bodies.flatMap(idsFound))].slice(0, MAX_CANDIDATES)
    if (codes.length === 0) return []
    return existing(await facts(codes, false, talk)).map((accommodation) => accommodation.hotel)
  }
}
