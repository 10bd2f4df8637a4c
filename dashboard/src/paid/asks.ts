import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'

/** A call that costs credits. A GET has its query in the path and no body. */
export interface Ask {
  path: string
  body?: Record<string, unknown> | undefined
}

interface Started extends Ask {
  keyId: string | undefined
}

/** The calls that this tab has started, by id. Any other id in an address is only looked up, never called. */
const started = new Map<string, Started>()

/** An id for the address of the answer. It is also the Idempotency-Key, so no repeat of the call is charged. */
export function startAsk(ask: Started): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const id = Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')
  started.set(id, ask)
  return id
}

/** Whether this tab has made the call, so that what belongs to it may follow. */
export const wasAsked = (id: string | undefined) => id !== undefined && started.has(id)

/** What the page shows of an answer: null if it is not kept any longer, or belongs to another account. */
export type Recalled<T> = Answer<T> | null

/** The answer under an id: made now if this tab has just asked for it, else the one that was paid for, free. */
export function useAnswer<T>(path: string, id: string | undefined) {
  const { keyId } = useActingKey()
  return useQuery<Recalled<T>>({
    queryKey: ['answer', path, id],
    enabled: id !== undefined && keyId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => (id === undefined ? null : readAnswer<T>(path, id)),
  })
}

async function readAnswer<T>(path: string, id: string): Promise<Recalled<T>> {
  const ask = started.get(id)
  if (ask) {
    const { body, keyId } = ask
    const method = body === undefined ? 'GET' : 'POST'
    return call<T>(`/v1${ask.path}`, { method, body, keyId, idempotencyKey: id })
  }
  const [endpoint = ''] = path.split('?')
  const { data, ...receipt } = await call<{ answer: { status: number; data: T } | null }>(
    `/answers/${encodeURIComponent(id)}?${new URLSearchParams({ path: endpoint })}`,
  )
  return data.answer && { ...receipt, ...data.answer, charged: 0, isRecalled: true }
}
