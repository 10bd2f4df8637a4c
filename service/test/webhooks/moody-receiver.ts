import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { type Answering, chatty, drip, hang, ok, type Receiver, reset, status } from './receiver.ts'

/** What a receiver that is hard to please does at the first attempts of an event; after those it takes it. */
export const MOODS: readonly Answering[] = [
  ok,
  ok,
  ok,
  ok,
  status(500),
  status(302, { location: '/elsewhere' }),
  status(429, { 'retry-after': '60' }),
  chatty,
  reset,
  hang,
  drip,
]

export interface Moody {
  /** How often each event came. */
  attempts: Map<string, number>
  /** The events that were answered with 2xx. */
  taken: Set<string>
  /** Deliveries whose signature or id was wrong. */
  wrong: number
}

export interface Temper {
  /** The secret of the hook behind a path; the path of one that is gone for good is `/gone`. */
  secretOf(path: string): string
  moods: readonly Answering[]
  /** How many attempts of an event it meets in a mood. */
  hardAttempts: number
}

const stripe = new Stripe('sk_test_unused')

/** Checks every signature with two published libraries, and answers as its mood is. */
export function makeMoody(receiver: Receiver, { secretOf, moods, hardAttempts }: Temper): Moody {
  const moody: Moody = { attempts: new Map(), taken: new Set(), wrong: 0 }
  receiver.answer((response, received) => {
    const id = received.headers['x-event-id'] ?? ''
    const before = moody.attempts.get(id) ?? 0
    moody.attempts.set(id, before + 1)
    try {
      const signature = received.headers['x-service-signature'] ?? ''
      const event: unknown = stripe.webhooks.constructEvent(received.body, signature, secretOf(received.path))
      if ((event as { id: string }).id !== id) moody.wrong += 1
      new Webhook(secretOf(received.path)).verify(received.body, received.headers)
    } catch {
      moody.wrong += 1
    }
    if (received.path === '/gone') return status(410)(response, received)
    const number = Number(/(\d+)"}$/.exec(received.body)?.[1])
    const mood = moods[(number + before * 7) % moods.length] ?? ok
    const answering = before < hardAttempts ? mood : ok
    if (answering === ok || answering === chatty) moody.taken.add(id)
    return answering(response, received)
  })
  return moody
}
