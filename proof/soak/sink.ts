import { type Moody, makeMoody } from '../../service/test/webhooks/moody-receiver.ts'
import {
  type Answering,
  chatty,
  drip,
  hang,
  ok,
  openReceiver,
  reset,
  status,
} from '../../service/test/webhooks/receiver.ts'

/** The receiver of all webhooks. */
export interface Sink {
  url: string
  moody: Moody
  /** Requests to this path must be signed with this secret. */
  expect(path: string, secret: string): void
  stop(): Promise<void>
}

/** One in forty hangs and one drips: each occupies one of a worker's slots until the attempt times out. */
const MOODS: readonly Answering[] = [
  ...Array.from({ length: 26 }, () => ok),
  ...Array.from({ length: 3 }, () => status(500)),
  ...Array.from({ length: 3 }, () => status(302, { location: '/elsewhere' })),
  ...Array.from({ length: 2 }, () => status(429, { 'retry-after': '8' })),
  ...Array.from({ length: 2 }, () => chatty),
  ...Array.from({ length: 2 }, () => reset),
  hang,
  drip,
]
const HARD_ATTEMPTS = 2

export async function openSink(): Promise<Sink> {
  const receiver = await openReceiver()
  const secrets = new Map<string, string>()
  const moody = makeMoody(receiver, {
    secretOf: (path) => secrets.get(path) ?? '',
    moods: MOODS,
    hardAttempts: HARD_ATTEMPTS,
  })
  return {
    url: receiver.url,
    moody,
    expect: (path, secret) => secrets.set(path, secret),
    stop: () => receiver.stop(),
  }
}
