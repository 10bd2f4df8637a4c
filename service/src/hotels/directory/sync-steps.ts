import type { ContentPage } from '../../sources/content.ts'
import type { SyncState } from './sync-store.ts'

/** A state, and the seconds until it needs attention again. */
export interface Next {
  state: SyncState
  dueSec: number
}

const DAY_SEC = 86_400
const RETRY_SEC = 1800
/** Clocks differ, and a vendor may publish a change late: changes are read again from this long before. */
const OVERLAP_MS = 3_600_000
/** After this long without success, changes may be lost, so everything is read again. */
const CHANGES_LAST_MS = 7 * DAY_SEC * 1000
/** A listing that names less than this share of the known hotels is broken, not news of as many closures. */
const PLAUSIBLE_SHARE = 0.5

/** A source is read whole at first sight, and whenever it cannot tell what has changed. */
export function beginReading(state: SyncState, able: { changes: boolean }, nowMs: number): SyncState {
  const { completeAt } = state
  const isRecent = completeAt !== null && nowMs - completeAt.getTime() < CHANGES_LAST_MS
  return {
    ...state,
    phase: able.changes && isRecent ? 'changes' : 'whole',
    cursor: null,
    startedAt: new Date(nowMs),
    pages: 0,
    hotelsRead: 0,
    error: null,
  }
}

/** `at` is the database's time with which the page was stored. */
export function afterPage(state: SyncState, page: ContentPage, at: Date): Next {
  const begun: SyncState = {
    ...state,
    cursor: page.next,
    // Only hotels listed since a new beginning count as seen.
    startedAt: page.restarted || state.pages === 0 ? at : state.startedAt,
    pages: state.pages + 1,
    hotelsRead: (page.restarted ? 0 : state.hotelsRead) + page.hotels.length + page.skipped,
    error: null,
  }
  if (page.next !== null) return { state: begun, dueSec: 0 }
  if (state.phase === 'changes') return ended(begun, at)
  if (begun.hotelsRead < begun.hotels * PLAUSIBLE_SHARE) {
    const error = `the listing names only ${begun.hotelsRead} of ${begun.hotels} hotels`
    return { state: { ...begun, phase: 'idle', error }, dueSec: RETRY_SEC }
  }
  return { state: { ...begun, phase: 'sweep', cursor: '' }, dueSec: 0 }
}

/** `next` is the last code that was checked; null after the last hotel. */
export function afterSweep(state: SyncState, next: string | null, at: Date): Next {
  return next === null ? ended(state, at) : { state: { ...state, cursor: next }, dueSec: 0 }
}

/** Goes on later from the same page, or from the beginning if the source cannot go on. */
export function failedReading(state: SyncState, why: string, restart: boolean): Next {
  const from = restart ? { phase: 'idle' as const, cursor: null } : {}
  return { state: { ...state, ...from, error: why }, dueSec: RETRY_SEC }
}

function ended(state: SyncState, at: Date): Next {
  const completeAt = state.startedAt && new Date(state.startedAt.getTime() - OVERLAP_MS)
  return { state: { ...state, phase: 'idle', cursor: null, syncedAt: at, completeAt }, dueSec: DAY_SEC }
}
