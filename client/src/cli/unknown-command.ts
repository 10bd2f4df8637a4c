import type { Command } from 'commander'
import { UsageError } from './exit.ts'

/**
 * Refuses a word that is no subcommand, and suggests the closest one. Commander does this only for commands without an action of
 * their own; `vacancy watch` lists the watches.
 */
export function refuseUnknown(command: Command): void {
  const [word] = command.args
  if (word === undefined) return
  const names = command.commands.map((each) => each.name())
  const [closest] = names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  const path = `vacancy ${command.name()}`
  const lists = word === 'list' || word === 'ls' ? `\`${path}\` alone lists them. ` : ''
  throw new UsageError(
    `There is no command \`${path} ${word}\`.`,
    closest ? `Did you mean \`${path} ${closest.name}\`?` : `${lists}Available: ${names.join(', ')}.`,
  )
}

/** Levenshtein distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    let left = at + 1
    const next = [left]
    for (const [column, other] of to.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      left = Math.min(replaced, (row[column + 1] ?? 0) + 1, left + 1)
      next.push(left)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
