import type { Event as EventRow, Watch } from './generated/shapes.ts'
import { pollMs } from './jobs.ts'
import type { Answer, OperationMethods } from './operation.ts'
import { pause } from './retry.ts'
import type { CallOptions, Receipt } from './send.ts'

/** A receiver may take 15 seconds to answer, and the event waits for its turn before. */
const LONGEST_TEST_MS = 20_000

/** Waits for what the receivers of a test event answer. Each is asked once, so what is not pending has ended. */
export async function tested(
  { getEvent }: Pick<OperationMethods, 'getEvent'>,
  sent: Receipt & { data: EventRow },
  { signal }: CallOptions = {},
): Promise<Receipt & { data: EventRow }> {
  const untilMs = Date.now() + LONGEST_TEST_MS
  let last = sent
  for (let round = 0; isPending(last.data) && Date.now() < untilMs; round += 1) {
    await pause(pollMs(round), signal)
    last = await getEvent({ id: sent.data.id }, { signal })
  }
  return last
}

function isPending({ delivery, deliveries = [] }: EventRow): boolean {
  return [...(delivery ? [delivery] : []), ...deliveries].some(({ status }) => status === 'pending')
}

/** Waits for the end of a refresh, or of the watch. Its charge has the id of the request that asked for it. */
export async function refreshed(
  operations: Pick<OperationMethods, 'getWatch' | 'listUsageLines'>,
  { data: before, requestId }: Receipt & { data: Watch },
  { signal }: CallOptions = {},
): Promise<{ answer: Answer<'getWatch'>; charged: number }> {
  for (let round = 0; ; round += 1) {
    const answer = await operations.getWatch({ id: before.id }, { signal })
    const { last_refresh_at: at, status } = answer.data
    if (at !== null && at !== before.last_refresh_at) {
      const since = before.last_refresh_at ?? before.created_at
      return { answer, charged: await chargedFor(operations, { requestId, since }, signal) }
    }
    if (status !== 'active') return { answer, charged: 0 }
    await pause(pollMs(round), signal)
  }
}

/** Newest lines come first. A refresh whose cells all failed has none. */
async function chargedFor(
  { listUsageLines }: Pick<OperationMethods, 'listUsageLines'>,
  { requestId, since }: { requestId: string; since: string },
  signal: CallOptions['signal'],
): Promise<number> {
  let cursor: string | undefined
  for (;;) {
    const { data } = await listUsageLines({ from: since.slice(0, 10), limit: 1000, cursor }, { signal })
    const ours = data.lines.find((line) => line.request_id === requestId)
    if (ours) return ours.credits
    cursor = data.next_cursor ?? undefined
    if (cursor === undefined || data.lines.some(({ at }) => at < since)) return 0
  }
}
