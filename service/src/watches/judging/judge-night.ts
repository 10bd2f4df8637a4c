import type { Step } from '../conditions/condition.ts'
import { subjectOf, type Watch } from '../watch.ts'
import type { Judged, Kept, Look } from './judge-store.ts'
import { judgeAgain, type Mark, note, UNSEEN, type Walked, walk, walkBoth } from './walk.ts'

/** The two sides of a comparing watch. */
export interface Sides {
  /** Whether a round is running; its results are judged together when it ends. */
  underWay: boolean
  /** When each was last observed, changed or not. */
  directSeen: number | undefined
  channelSeen: number | undefined
}

export const NEVER_JUDGED: Kept = { state: UNSEEN, judged: { direct: null, channel: null } }

/** The part of a watch that is judged. */
export type JudgedWatch = Pick<Watch, 'terms' | 'kind' | 'los' | 'occupancy' | 'currency' | 'refreshSec'>

/** A change, and whether it is of the hotel or of the channel. */
export type SideNews = Mark & { look: Pick<Look, 'leg'> }

/** Judges the new observations of one night for a watch. */
export function judgeNight(
  watch: JudgedWatch,
  kept: Kept,
  news: readonly SideNews[],
  sides: Sides,
  like: Step['like'] = null,
): Walked & Kept {
  const { terms } = watch
  const subject = subjectOf(watch)
  if (terms.condition !== 'undercut') {
    return { ...walk(terms, subject, kept.state, news), judged: judgedBy(kept.judged, news) }
  }
  if (sides.underWay) {
    // Records only where each side starts, because its sighting will be deleted.
    const first = (leg: 'direct' | 'channel') =>
      kept.judged[leg] === null ? news.filter(({ look }) => look.leg === leg).slice(0, 1) : []
    const begun = [...first('direct'), ...first('channel')]
    return { state: note(kept.state, legged(begun)), fired: [], judged: judgedBy(kept.judged, begun) }
  }
  const judged = judgedBy(kept.judged, news)
  if (judged.direct === null || judged.channel === null || areApart(watch, sides)) {
    return { state: note(kept.state, legged(news)), fired: [], judged }
  }
  if (terms.likeForLike) {
    return { ...judgeAgain(terms, subject, note(kept.state, legged(news)), like), judged }
  }
  const walked = walkBoth(terms, subject, kept.state, legged(news))
  const again = judgeAgain(terms, subject, walked.state)
  return { state: again.state, fired: [...walked.fired, ...again.fired], judged }
}

/** If one side has failed for longer than the watch's interval, its last price is too old to compare. */
function areApart({ refreshSec }: JudgedWatch, { directSeen, channelSeen }: Sides): boolean {
  if (directSeen === undefined || channelSeen === undefined) return true
  return Math.abs(directSeen - channelSeen) > refreshSec * 1000
}

function legged(news: readonly SideNews[]) {
  return news.map(({ look, seenMs, figures }) => ({ leg: look.leg, seenMs, figures }))
}

function judgedBy(before: Judged, news: readonly SideNews[]): Judged {
  const last = (leg: 'direct' | 'channel') =>
    news.findLast(({ look }) => look.leg === leg)?.seenMs ?? before[leg]
  return { direct: last('direct'), channel: last('channel') }
}
