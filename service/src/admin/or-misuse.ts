import type { Command } from 'commander'

/** Ends the command with one line if what it was given cannot be used. */
export function orMisuse<T>(command: Command, what: string, read: () => Promise<T>): Promise<T>
export function orMisuse<T>(command: Command, what: string, read: () => T): T
export function orMisuse<T>(command: Command, what: string, read: () => T | Promise<T>): T | Promise<T> {
  const misused = (error: unknown): never =>
    command.error(`error: ${what}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  try {
    const found = read()
    return found instanceof Promise ? found.catch(misused) : found
  } catch (error) {
    return misused(error)
  }
}
