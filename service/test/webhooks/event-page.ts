import assert from 'node:assert/strict'
import { get } from '../support/client.ts'

export interface EventBody {
  id: string
  type: string
  created_at: string
  watch_id?: string
  delivery: {
    status: 'pending' | 'delivered' | 'failed'
    attempts: number
    last_status: number | null
    next_attempt_at: string | null
    log: { at: string; status: number | null; error: string | null; duration_ms: number }[]
  }
}

export interface EventPage {
  events: EventBody[]
  next_cursor: string | null
}

export async function eventPage(url: string, key: string, query = ''): Promise<EventPage> {
  const answer = await get(url, `/v1/events${query}`, key)
  assert.deepEqual([answer.status, answer.charged], [200, 0], JSON.stringify(answer.body))
  return answer.body as EventPage
}

/** One event of the account, with every attempt. */
export async function eventOf(url: string, key: string, id: string): Promise<EventBody> {
  const answer = await get(url, `/v1/events/${id}`, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as EventBody
}
