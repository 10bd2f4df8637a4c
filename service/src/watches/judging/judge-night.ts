import { subjectOf, type Watch } from '../watch.ts'
import type { Judged, Kept, News } from './judge-store.ts'
import { judgeAgain, note, UNSEEN, type Walked, walk, walkBoth } from './walk.ts'

/** How things stand with the two sides of a watch that compares. */
export interface Sides {
  /** A round is under way: what it brings is judged as a whole when it has ended. */
  underWay: boolean
  /** When each was last seen, changed or not. */
  directSeen: number | undefined
  channelSeen: number | undefined
}

export const NEVER_JUDGED: Kept = { state: UNSEEN, judged: { direct: null, channel: null } }

/** What the news of one night mean to a watch. */
export function judgeNight(watch: Watch, kept: Kept, news: readonly News[], sides: Sides): Walked & Kept {
  const { terms } = watch
  const subject = subjectOf(watch)
  if (terms.condition !== 'undercut') {
    return { ...walk(terms, subject, kept.state, news), judged: judgedBy(kept.judged, news) }
  }
  if (sides.underWay) {
    // Only where each side's story begins is written down: later the sighting that tells it is gone.
    const first = (leg: 'direct' | 'channel') =>
      kept.judged[leg] === null ? news.filter(({ look }) => look.leg === leg).slice(0, 1) : []
    const begun = [...first('direct'), ...first('channel')]
    return { state: note(kept.state, legged(begun)), fired: [], judged: judgedBy(kept.judged, begun) }
  }
  const judged = judgedBy(kept.judged, news)
  if (judged.direct === null || judged.channel === null || areApart(watch, sides)) {
    return { state: note(kept.state, legged(news)), fired: [], judged }
  }
  const walked = walkBoth(terms, subject, kept.state, legged(news))
  const again = judgeAgain(terms, subject, walked.state)
  return { state: again.state, fired: [...walked.fired, ...again.fired], judged }
}

/** Where one side has failed for longer than the watch's own interval, what it said last is no longer held against the other. */
function areApart({ refreshSec }: Watch, { directSeen, channelSeen }: Sides): boolean {
  if (directSeen === undefined || channelSeen === undefined) return true
  return Math.abs(directSeen - channelSeen) > refreshSec * 1000
}

function legged(news: readonly News[]) {
  return news.map(({ look, seenMs, figures }) => ({ leg: look.leg, seenMs, figures }))
}

function judgedBy(before: Judged, news: readonly News[]): Judged {
  const last = (leg: 'direct' | 'channel') =>
    news.findLast(({ look }) => look.leg === leg)?.seenMs ?? before[leg]
  return { direct: last('direct'), channel: last('channel') }
}
