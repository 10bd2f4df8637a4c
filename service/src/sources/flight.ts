import type { AskOptions } from './ask-options.ts'

/** A call that has its place. */
export interface Flight {
  options: AskOptions
  signal: AbortSignal
  /** Whether the place was given back when the answer had arrived. */
  hasLeft: boolean
  leave: (() => void) | undefined
}

export function flightOf(options: AskOptions, signal: AbortSignal, giveBack: () => void): Flight {
  const { onArrived } = options
  const leave = () => {
    flight.hasLeft = true
    giveBack()
    onArrived?.()
  }
  const flight: Flight = { options, signal, hasLeft: false, leave: onArrived && leave }
  return flight
}
