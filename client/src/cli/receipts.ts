import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { actionsOf } from './actions.ts'
import { withExamples } from './options.ts'
import type { Shell } from './shell.ts'

interface SaveOptions {
  output?: string
}

/** `vacancy receipts`: what the sources sent for an answer, signed. */
export function add(program: Command, shell: Shell): void {
  const receipts = program.command('receipts').description('receipts of answers: save one, share one')
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
    'shop aurelia LONAU +30d --live --receipt',
    'receipts save rcp_… -o receipt.json',
    'receipts share rcp_…',
  )
}
