import type { Logger } from 'pino'
import { type Loop, startLoop } from './loop.ts'
import { BEAT_MS, type Membership, NOTICE_MS, type Peers, TRUSTED_MS } from './membership.ts'

/** Whether this process may still count on its leases, and with how many others it shares the work. */
export interface Heartbeat {
  peers(): Peers
  /** False while others may take this process for dead, and shortly after it has joined them. */
  isTrusted(): boolean
  stop(): Promise<void>
}

export interface HeartbeatOptions {
  member: Membership
  /** Whether workers divide something among them, so that they must know of each other before they begin. */
  isShared: boolean
  /** The others took this process for dead, and its rows with it. */
  onReborn(): void
  log: Logger
}

export async function startHeartbeat({
  member,
  isShared,
  onReborn,
  log,
}: HeartbeatOptions): Promise<Heartbeat> {
  let peers: Peers = { size: 1, rank: 0, reborn: false }
  // By a clock that runs on while the process is paused: afterwards it must not go on as if nothing had happened.
  let trustedUntilMs = 0
  let beginAtMs = 0

  async function beat(): Promise<void> {
    const askedAtMs = performance.now()
    peers = await member.beat()
    trustedUntilMs = askedAtMs + TRUSTED_MS
    if (!peers.reborn) return
    noticeOthers()
    onReborn()
  }

  function noticeOthers(): void {
    beginAtMs = isShared && peers.size > 1 ? performance.now() + NOTICE_MS : 0
  }

  await beat()
  noticeOthers()
  const loop: Loop = startLoop({
    run: beat,
    pollMs: BEAT_MS,
    onError: (error) => log.warn({ err: error }, 'the heartbeat failed'),
  })
  return {
    peers: () => peers,
    isTrusted: () => {
      const nowMs = performance.now()
      return nowMs >= beginAtMs && nowMs < trustedUntilMs
    },
    stop: loop.stop,
  }
}
