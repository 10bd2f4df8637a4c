import type { Night } from '../../kernel/dates.ts'
import type { Change } from '../../observations/changes.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import { EVENT_OF } from '../conditions/registry.ts'
import { eventBody, type ShownWatch } from '../judging/event-body.ts'
import { type JudgedWatch, judgeNight, NEVER_JUDGED, type SideNews } from '../judging/judge-night.ts'
import { isInOtherCurrency } from '../judging/other-currency.ts'
import { type Leg, TOGETHER_MS } from '../judging/walk.ts'

/** A watch that never existed. */
export type ReplayedWatch = JudgedWatch & ShownWatch

/** What was recorded of one side of the watch: the changes in force when it begins, and all later ones. */
export interface Recorded {
  leg: Leg
  inForce: readonly Change[]
  changes: readonly Change[]
}

interface Moment {
  atMs: number
  night: Night
  event: Record<string, unknown>
}

/** A turn of the judge: what it finds new at a moment. */
interface Turn {
  atMs: number
  news: SideNews[]
}

/** The events that a watch would have sent, by the judge of live watches, in the order in which they would have been found. */
export function replay(
  watch: ReplayedWatch,
  source: Source,
  sides: readonly Recorded[],
  sinceMs: number,
): Record<string, unknown>[] {
  const nights = new Set(
    sides.flatMap(({ inForce, changes }) => [...inForce, ...changes].map(({ night }) => night)),
  )
  const turns = new Map([...nights].toSorted().map((night) => [night, turnsOf(watch, night, sides, sinceMs)]))
  const fired = [...turns].flatMap(([night, list]) => judgeTurns(watch, source, night, list))
  return [...fired, ...attentions(watch, [...turns.values()].flat())]
    .toSorted((a, b) => a.atMs - b.atMs || (a.night < b.night ? -1 : Number(a.night > b.night)))
    .map(({ event }) => event)
}

/**
 * The first look finds what was in force. After it, each change is a turn; a watch that compares two sides waits for the
 * answers of both.
 */
function turnsOf(
  { terms }: ReplayedWatch,
  night: Night,
  sides: readonly Recorded[],
  sinceMs: number,
): Turn[] {
  const newsOf = (leg: Leg, changes: readonly Change[]): SideNews[] =>
    changes
      .filter((change) => change.night === night)
      .map(({ seenMs, figures }) => ({ look: { leg }, seenMs, figures }))
  const baseline = sides.flatMap(({ leg, inForce }) => newsOf(leg, inForce))
  const news = sides
    .flatMap(({ leg, changes }) => newsOf(leg, changes))
    .toSorted((a, b) => a.seenMs - b.seenMs)
  const turns: Turn[] = baseline.length > 0 ? [{ atMs: sinceMs, news: baseline }] : []
  for (const change of news) {
    const last = turns.at(-1)
    if (last && terms.condition === 'undercut' && change.seenMs - last.atMs <= TOGETHER_MS) {
      last.news.push(change)
      last.atMs = change.seenMs
    } else turns.push({ atMs: change.seenMs, news: [change] })
  }
  return turns
}

function judgeTurns(watch: ReplayedWatch, source: Source, night: Night, turns: readonly Turn[]): Moment[] {
  let kept = NEVER_JUDGED
  return turns.flatMap(({ atMs, news }) => {
    // The record tells of changes, not of looks: both sides count as looked at.
    const after = judgeNight(watch, kept, news, { underWay: false, directSeen: atMs, channelSeen: atMs })
    kept = { state: after.state, judged: after.judged }
    return after.fired.map((fired) => ({
      atMs,
      night,
      event: {
        type: EVENT_OF[watch.terms.condition],
        created_at: new Date(atMs).toISOString(),
        ...eventBody(watch, source, night, fired, atMs),
      },
    }))
  })
}

/** The watch asks for attention when the hotel begins to quote another currency than its own. */
function attentions(watch: ReplayedWatch, turns: readonly Turn[]): Moment[] {
  const moments: Moment[] = []
  let isRaised = false
  // The judge looks at all nights of a moment together.
  const byMoment = Map.groupBy(turns, ({ atMs }) => atMs)
  for (const [atMs, together] of [...byMoment].toSorted(([a], [b]) => a - b)) {
    const isOther = isInOtherCurrency(
      watch,
      together.flatMap(({ news }) => news),
    )
    if (isOther === true && !isRaised) {
      const { source: chain, hotelCode: hotel_code, name } = watch
      const created_at = new Date(atMs).toISOString()
      const event = {
        type: 'watch.attention',
        created_at,
        chain,
        hotel_code,
        name,
        attention: 'currency_changed',
      }
      moments.push({ atMs, night: '', event })
    }
    isRaised = isOther ?? isRaised
  }
  return moments
}
