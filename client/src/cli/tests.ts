import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { Event as EventRow } from '../generated/shapes.ts'
import type { Finished } from '../wait-for.ts'
import { printJson } from './answer.ts'
import { EXIT, OutcomeError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withOutput } from './options.ts'
import type { Shell } from './shell.ts'

interface Tested {
  description: string
  argument: readonly [name: string, form: string]
  send(client: Client, id: string): Promise<Finished<EventRow>>
}

/** Adds `test`, which sends a test event and waits for the answer of its receiver. It fails if the receiver does not take it. */
export function addTest(
  parent: Command,
  shell: Shell,
  { description, argument: [name, form], send }: Tested,
): void {
  withOutput(parent.command('test').description(description).argument(name, form)).action(
    async (id: string, options: OutputOptions) => {
      const client = await shell.client()
      const { data: event } = await send(client, id)
      const outcomes = outcomesOf(event)
      if (merged(parent, options).json) printJson(shell, event)
      else shell.print(outcomes.map(({ words }) => `${event.id} ${words}\n`).join(''))
      if (outcomes.some(({ isTaken }) => !isTaken))
        throw new OutcomeError(
          `The test was not delivered. \`vacancy events --type ${event.type} --newest\` shows what becomes of it.`,
          EXIT.error,
        )
    },
  )
}

function deliveriesOf({ delivery, deliveries = [] }: EventRow) {
  return delivery ? [{ endpoint: null, ...delivery }] : deliveries
}

function outcomesOf(event: EventRow): { words: string; isTaken: boolean }[] {
  const deliveries = deliveriesOf(event)
  if (deliveries.length === 0) return [{ words: 'has no receiver', isTaken: false }]
  return deliveries.map(({ endpoint, status, log }) => {
    const last = log.at(-1)
    const at = endpoint === null ? '' : ` at ${endpoint}`
    const answer = last ? `: ${last.error ?? `answered ${last.status}`} after ${last.duration_ms} ms` : ''
    const words = { delivered: 'was delivered', failed: 'failed', pending: 'has no answer yet' }[status]
    return { words: `${words}${at}${answer}`, isTaken: status === 'delivered' }
  })
}
