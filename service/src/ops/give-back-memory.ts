import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * A function that collects all garbage and returns its memory to the system. It stops the process for some 40 ms, so call it rarely.
 * Without it, a process that has become idle would keep what a crowd of clients took: V8 collects only when something is allocated.
 */
export function createGiveBack(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
