/**
 * Loaded into a process under test before anything else (`--import`). A message of its parent sets the process's clock ahead or
 * back, as a wrong time server does. Only wall clock time moves: `performance.now()` and timers are monotonic.
 */
export interface ClockMessage {
  clockOffsetMs: number
}

const RealDate = Date
let offsetMs = 0

class SteppedDate extends RealDate {
  constructor(...parts: [] | [string | number | Date]) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

globalThis.Date = SteppedDate as DateConstructor

process.on('message', (message: Partial<ClockMessage>) => {
  if (typeof message.clockOffsetMs === 'number') offsetMs = message.clockOffsetMs
})
// Listening must not keep the process alive.
process.channel?.unref()
