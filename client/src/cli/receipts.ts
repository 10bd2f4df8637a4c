import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ListedReceipt } from '../generated/shapes.ts'
import { actionsOf } from './actions.ts'
import { give, sayMore } from './answer.ts'
import { integer } from './arguments.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { plural, shortMoment } from './words.ts'

interface ListOptions extends OutputOptions {
  limit?: number
  after?: string
}

interface SaveOptions {
  output?: string
}

/** `vacancy receipts`: what the sources sent for an answer, signed. */
export function add(program: Command, shell: Shell): void {
  const receipts = program
    .command('receipts')
    .description('receipts of answers: list them, save one, share one')
  withOutput(receipts.command('list').description('list receipts, newest first (free)'))
    .option('--limit <n>', 'number of receipts to list (default 20)', integer)
    .option('--after <cursor>', 'continue after a page: its next_cursor')
    .action(async ({ limit = 20, after, ...options }: ListOptions) => {
      const client = await shell.client()
      const answer = await client.listReceipts({ limit, cursor: after }, { signal: shell.signal })
      give(shell, options, answer, ({ receipts: found }) => receiptsTable(shell, found))
      if (!options.json) sayMore(shell, answer.data, 'Use --limit.')
    })
  receipts
    .command('save')
    .description('write a receipt and its bodies as a file that can be verified offline')
    .argument('<receipt>', 'rcp_…')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .action(async (id: string, { output }: SaveOptions) => {
      const client = await shell.client()
      const sent = { signal: shell.signal }
      const [receipt, bodies] = await Promise.all([
        client.getReceipt({ id }, sent),
        client.getReceiptBodies({ id }, sent),
      ])
      const text = JSON.stringify({ receipt: receipt.data, bodies: bodies.data.bodies })
      if (output === undefined) return shell.print(text)
      await writeFile(output, `${text}\n`)
      shell.say(`Wrote ${output}.`)
    })
  const action = actionsOf(receipts, shell, ['<receipt>', 'rcp_…'])
  action(
    'share',
    'make a page for everybody who has its link',
    (client, id) => client.shareReceipt({ id }, { signal: shell.signal }),
    ({ url }) => `${url}\n`,
  )
  action(
    'unshare',
    'end the link',
    (client, id) => client.unshareReceipt({ id }, { signal: shell.signal }),
    () => 'The link has ended.\n',
  )
  withExamples(
    receipts,
    ['shop aurelia LONAU +30d --live --receipt', 1.5],
    'receipts list',
    'receipts save rcp_… -o receipt.json',
    'receipts share rcp_…',
  )
}

function receiptsTable(shell: Shell, receipts: readonly ListedReceipt[]): string {
  if (receipts.length === 0)
    return 'No receipts. `--receipt` of `vacancy shop`, `award` or `parity` makes one.\n'
  return shell.table(
    [
      { title: 'Id', value: ({ id }) => id },
      { title: 'Signed (UTC)', value: ({ made_at: at }) => shortMoment(at) },
      { title: 'Call', value: ({ endpoint }) => endpoint },
      {
        title: 'Hotel',
        flexible: true,
        value: ({ hotel_name: name, chain, hotel_code: code }) => name ?? `${chain} ${code}`,
      },
      { title: 'Stay', value: ({ checkin, los }) => `${checkin}, ${plural(los, 'night')}` },
      { title: 'Link', value: ({ shared }) => (shared ? 'yes' : '') },
    ],
    receipts,
  )
}
