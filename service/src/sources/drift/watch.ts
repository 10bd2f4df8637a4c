import type { CallWatcher, SeenCall } from '../call-watcher.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CircuitLog } from '../circuit.ts'
import type { Family } from '../source.ts'
import { createLearning, type Learning } from './learning.ts'
import type { DriftStore } from './store.ts'

/**
 * Compares answers with what is known of their source: one that looks new before it is given, so that no changed answer is given before its
 * alarm, and some of the others afterwards.
 */
export interface DriftWatch extends CallWatcher {
  /** Compares it in any case. */
  compare(call: SeenCall): Promise<void>
  /** Resolves when all that was seen has been compared. */
  settled(): Promise<void>
  /** Shares what was learnt with other processes, and takes what they have learnt. */
  share(): Promise<void>
  close(): Promise<void>
}

export interface DriftWatchDeps {
  catalog: Catalog
  families: readonly Family[]
  store: DriftStore
  log: CircuitLog
  shareEveryMs?: number
}

/** Comparing takes at most a hundredth of the processor time that the process uses … */
const REST_PER_WORK = 99
/** … but one call of each question in so long, so that a busy source does not hide a quiet one. */
const IN_ANY_CASE_MS = 10_000
/** Until the time that the last one took is known. */
const AT_FIRST_MS = 250
const MOST_WAITING = 4
/** An answer is given after so long, even if it was not compared yet. */
const HELD_MS = 2000
/** The bodies of one call, in characters. */
const MOST_CHARS = 2_000_000
const SHARE_MS = 10_000

export function createDriftWatch({
  catalog,
  families,
  store,
  log,
  shareEveryMs = SHARE_MS,
}: DriftWatchDeps): DriftWatch {
  const learnings = new Map<string, Promise<Learning>>()
  const lastMs = new Map<string, number>()
  /** In processor time. */
  let restUntilMs = 0
  let waiting = 0
  let work: Promise<void> = Promise.resolve()
  let sharing: Promise<void> | null = null

  const learningOf = (call: SeenCall): Promise<Learning | null> => {
    const source = catalog.sources.find(({ id }) => id === call.sourceId)
    const family = families.find(({ name }) => name === source?.family)
    if (!source || !family) return Promise.resolve(null)
    const key = `${source.id} ${family.name}`
    const known = learnings.get(key)
    if (known) return known
    const learning = createLearning({ sourceId: source.id, family, store, log })
    learnings.set(key, learning)
    learning.catch(() => learnings.delete(key))
    return learning
  }

  const compareNow = async (call: SeenCall): Promise<void> => {
    const source = catalog.sources.find(({ id }) => id === call.sourceId)
    if (!source) return
    const startedMs = busyMs()
    try {
      await (await learningOf(call))?.take(source, call)
    } catch (error) {
      log.warn({ source: source.id, err: error }, 'an answer could not be compared with earlier ones')
    }
    restUntilMs = busyMs() + REST_PER_WORK * (busyMs() - startedMs)
  }

  const compare = (call: SeenCall): Promise<void> => {
    waiting += 1
    work = work
      .then(() => compareNow(call))
      .finally(() => {
        waiting -= 1
      })
    return work
  }

  /** One of many that differ waits for those before it: what they have raised or taught need not be looked at again. */
  const compareIfNew = async (call: SeenCall): Promise<void> => {
    const untilMs = performance.now() + HELD_MS
    const differs = async () => (await learningOf(call))?.differs(call) ?? false
    while (await differs()) {
      if (waiting < MOST_WAITING) return compare(call)
      // It was given without.
      if (performance.now() >= untilMs) return
      await work
    }
    if (isDue(call)) void compare(call)
  }

  const isDue = ({ sourceId, asked }: SeenCall): boolean => {
    if (waiting >= MOST_WAITING) return false
    const nowMs = performance.now()
    const key = `${sourceId} ${asked.verb}`
    const isLate = nowMs - (lastMs.get(key) ?? Number.NEGATIVE_INFINITY) >= IN_ANY_CASE_MS
    const usedMs = busyMs()
    if (!isLate && usedMs < restUntilMs) return false
    lastMs.set(key, nowMs)
    restUntilMs = Math.max(restUntilMs, usedMs + AT_FIRST_MS)
    return true
  }

  const share = async (): Promise<void> => {
    await work
    const epochs = await store.epochs()
    for (const [key, opening] of learnings) {
      const learning = await opening.catch(() => null)
      if (learning && !(await learning.share(epochs))) learnings.delete(key)
    }
  }

  const shareOnce = (): Promise<void> => {
    sharing ??= share().finally(() => {
      sharing = null
    })
    return sharing
  }

  const timer = setInterval(() => {
    shareOnce().catch((error: unknown) =>
      log.warn({ err: error }, 'what was learnt of sources was not saved'),
    )
  }, shareEveryMs)
  timer.unref()

  return {
    compare,
    saw(call) {
      const chars = call.exchanges.reduce((sum, { answer }) => sum + (answer?.body.length ?? 0), 0)
      if (chars === 0 || chars > MOST_CHARS) return undefined
      return orAfter(HELD_MS, compareIfNew(call)).catch((error: unknown) =>
        log.warn({ source: call.sourceId, err: error }, 'an answer could not be compared with earlier ones'),
      )
    },
    settled: () => work,
    share: shareOnce,
    async close() {
      clearInterval(timer)
      await work
      await shareOnce().catch(() => {})
    },
  }
}

/** The processor time of this process: other programs on the machine do not count. */
function busyMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function orAfter(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
