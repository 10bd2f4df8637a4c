import { randomUUID } from 'node:crypto'
import type { Pool } from '../../db/pool.ts'
import { type Allowance, createAllowance } from './allowance.ts'
import type { SpendingMeter } from './meter.ts'
import { forgetProcess, type Lease, leaseRequests } from './store.ts'
import type { TallyLine } from './tally.ts'

export interface SpendingSettings {
  pool: Pool
  now: () => number
  log: { warn(fields: object, message: string): void }
  /** Called for requests that were sent. */
  onSent?: (source: string, purpose: string, requests: number) => void
}

export interface Spending extends SpendingMeter {
  /** Reports what was sent, and hands back what was not. Called when no source is asked any more. */
  close(): Promise<void>
}

/** Between reports. Also how long an unused block is kept from other processes. */
const REPORT_MS = 3000

/** The meter of a process: counts all its requests, and writes them down. */
export function openSpending({ pool, now, log, onSent }: SpendingSettings): Spending {
  const process = randomUUID()
  const allowances = new Map<string, Allowance>()

  const onReported = (source: string, sent: readonly TallyLine[], { told }: Lease): void => {
    for (const { purpose, requests } of sent) if (requests > 0) onSent?.(source, purpose, requests)
    for (const { period, pct, budget } of told) {
      const message =
        pct < 100
          ? `the budget of a source is used to ${pct} %`
          : 'the budget of a source is used up; further requests are not sent'
      log.warn({ source, period, pct, budget }, message)
    }
  }

  const of = (source: string): Allowance => {
    const known = allowances.get(source)
    if (known) return known
    const allowance = createAllowance({
      source,
      now,
      lease: (ask) => leaseRequests(pool, { ...ask, process }),
      onReported: (sent, lease) => onReported(source, sent, lease),
    })
    allowances.set(source, allowance)
    return allowance
  }

  const ofAll = async (work: (allowance: Allowance) => Promise<void>): Promise<void> => {
    const ended = await Promise.allSettled([...allowances.values()].map(work))
    const failed = ended.find((each) => each.status === 'rejected')
    if (failed) log.warn({ err: failed.reason }, 'requests to sources could not be written down yet')
  }

  const timer = setInterval(() => void ofAll((allowance) => allowance.tick()), REPORT_MS).unref()

  return {
    take: ({ id, budget }, purpose) => of(id).take(budget, purpose),
    giveBack: ({ id, budget }, purpose) => of(id).giveBack(budget, purpose),
    async close() {
      clearInterval(timer)
      await ofAll((allowance) => allowance.close())
      await forgetProcess(pool, process).catch(() => {})
    },
  }
}
