import type { Client } from '../client.ts'
import type { Endpoint } from '../generated/shapes.ts'
import { UsageError } from './exit.ts'
import type { Shell } from './shell.ts'

const HOW = '`vacancy endpoints` lists yours; `vacancy endpoints create webhook https://…` makes one.'

/** Without a receiver nobody would be told, so nothing is made. */
export function receiverMissing(message: string): UsageError {
  return new UsageError(message, HOW)
}

/** Says so if none of these endpoints would get events of these types, and what to do about it. */
export async function sayIfUnheard(
  shell: Shell,
  client: Client,
  ids: readonly string[],
  types: readonly string[],
): Promise<void> {
  const known: Endpoint[] = []
  for (const id of ids) known.push((await client.getEndpoint({ id }, { signal: shell.signal })).data)
  const reasons = known.map((endpoint) => reasonFor(endpoint, types))
  if (reasons.every((reason) => reason !== null))
    shell.say(`No endpoint gets these events for now:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
}

function reasonFor({ id, status, address = '', events }: Endpoint, types: readonly string[]): string | null {
  if (status === 'unverified') return `${id} is not confirmed yet: follow the link in the mail to ${address}.`
  if (status === 'paused') return `${id} is paused. To resume it: \`vacancy endpoints resume ${id}\`.`
  if (events === null || types.some((type) => events.includes(type))) return null
  return `${id} does not get ${types.join(' or ')}. To change that: \`vacancy endpoints change ${id} --events all\`.`
}
