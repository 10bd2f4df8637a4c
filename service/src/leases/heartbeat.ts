import type { Logger } from 'pino'
import { type Loop, startLoop } from './loop.ts'
import { BEAT_MS, type Membership, NOTICE_MS, type Peers, TRUSTED_MS } from './membership.ts'

/** Whether this process's leases are safe, and how many workers share the work. */
export interface Heartbeat {
  peers(): Peers
  /** False while others may consider this process dead, and shortly after it has joined. */
  isTrusted(): boolean
  stop(): Promise<void>
}

export interface HeartbeatOptions {
  member: Membership
  /** Whether workers divide a limit, so that they must know of each other before they start. */
  isShared: boolean
  /** Other workers considered this process dead and took its rows. */
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
  // A clock that also runs while the process is paused: after a pause the leases must count as lost.
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
