import type { Pool } from '../../db/pool.ts'
import type { CallRecorder } from '../call-watcher.ts'
import type { CircuitLog } from '../circuit.ts'
import { createWitness } from '../evidence/witness.ts'
import type { Family } from '../source.ts'
import { recordingOf, type WholeCall } from './recording.ts'
import { keepRecording, readOrders } from './store.ts'

/** Records calls of sources that an operator wants recorded. */
export interface Recorder extends CallRecorder {
  close(): Promise<void>
}

export interface RecorderDeps {
  pool: Pool
  families: readonly Family[]
  now(): number
  log: CircuitLog
}

const LOOK_MS = 2000
/** A recorded call begins from nothing, which may take more requests to the vendor. */
const APART_MS = 1000

export function createRecorder({ pool, families, now, log }: RecorderDeps): Recorder {
  let orders: ReadonlyMap<string, string> = new Map()
  const lastMs = new Map<string, number>()
  let work: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    orders = await readOrders(pool)
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'which sources are recorded could not be read'))
  }, LOOK_MS)
  timer.unref()

  return {
    witness(source, asked) {
      const recording = orders.get(source.id)
      const nowMs = performance.now()
      // Ages and points of sale are no part of what a recording can say.
      if (recording === undefined || ('pointOfSale' in asked.query && asked.query.pointOfSale)) return null
      if (nowMs - (lastMs.get(source.id) ?? Number.NEGATIVE_INFINITY) < APART_MS) return null
      const family = families.find(({ name }) => name === source.family)
      if (!family) return null
      lastMs.set(source.id, nowMs)
      const witness = createWitness(now())
      const { atMs, firstId } = witness
      const keep = async (call: WholeCall): Promise<void> => {
        const file = await recordingOf(source, family, call)
        if (file) await keepRecording(pool, recording, file)
      }
      return {
        atMs,
        firstId,
        get exchanges() {
          return witness.exchanges
        },
        saw(exchanges) {
          witness.saw(exchanges)
          work = work
            .then(() => keep({ asked, atMs, firstId, exchanges }))
            .catch((error: unknown) => log.warn({ source: source.id, err: error }, 'a call was not recorded'))
        },
      }
    },
    async close() {
      clearInterval(timer)
      await work
    },
  }
}
