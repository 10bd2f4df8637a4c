import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { Receipt } from '../send.ts'
import { give } from './answer.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withOutput } from './options.ts'
import type { Shell } from './shell.ts'

/** Adds subcommands that take nothing but an id. The help shows its name, such as `<watch>`, and its form, such as `wat_…`. */
export function actionsOf(parent: Command, shell: Shell, [argument, form]: readonly [string, string]) {
  return <Data>(
    name: string,
    description: string,
    act: (client: Client, id: string) => Promise<Receipt & { data: Data }>,
    show: (data: Data) => string,
  ) =>
    withOutput(parent.command(name).description(description).argument(argument, form)).action(
      async (id: string, options: OutputOptions) =>
        give(shell, merged(parent, options), await act(await shell.client(), id), show),
    )
}
