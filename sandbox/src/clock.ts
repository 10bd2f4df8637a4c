/** The sandbox's own time: real, but it can be moved. */
export interface MovableClock {
  now(): number
  offsetMs(): number
  moveTo(offsetMs: number): void
}

export function createClock(): MovableClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    offsetMs: () => offset,
    moveTo(offsetMs) {
      offset = offsetMs
    },
  }
}
