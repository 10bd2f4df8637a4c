import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { IdMap, Job } from '../generated/shapes.ts'
import { give, giveQuote, printJson } from './answer.ts'
import { UsageError } from './exit.ts'
import { type PriceOptions, withExamples, withPrice } from './options.ts'
import type { Shell } from './shell.ts'
import { judge, waitFor, wayBack } from './waiting.ts'
import { decimal, moment } from './words.ts'

interface IdsOptions extends PriceOptions {
  sources?: string
  resolve: boolean
  webhook?: string
  wait: boolean
}

/** `vacancy ids`: a hotel's ids on other sources. An administrator's own entries are subcommands of the same. */
export function add(program: Command, shell: Shell): void {
  const ids = withPrice(
    program.command('ids').description("a hotel's ids at the travel agencies and the search engine"),
  )
    .argument('[chain]', 'a chain or travel agency')
    .argument('[codes...]', "the hotel's code there; several are resolved in the background")
    .option('--sources <list>', 'only these, separated by commas')
    .option('--no-resolve', 'only what is known, at no charge')
    .option('--webhook <url>', 'of several hotels: where to tell that all are done')
    .option('--no-wait', 'of several hotels: do not wait for them')
    .action(async (chain: string | undefined, codes: string[], options: IdsOptions) => {
      const [code, ...more] = codes
      if (chain === undefined || code === undefined) {
        throw new UsageError(
          'which hotel? Give its chain and its code.',
          'As in `vacancy ids aurelia LONAU`.',
        )
      }
      if (!options.resolve) return showKnown(shell, chain, codes, options)
      const client = await shell.client()
      const asJob = more.length > 0 || options.webhook || options.dryRun || options.maxCredits !== undefined
      if (asJob) return resolveMany(shell, client, chain, codes, options)
      const { sources } = options
      const answer = await client.hotelIds({ chain, code, sources }, { signal: shell.signal })
      give(shell, options, answer, (data) => showIds(shell, data))
    })
  withExamples(
    ids,
    'ids aurelia LONAU',
    'ids aurelia LONAU NEWAU TOKAU',
    'ids aurelia LONAU NEWAU TOKAU --no-resolve',
  )
}

/** Jobs resolve whatever they can, so what is known is read hotel by hotel. */
async function showKnown(shell: Shell, chain: string, codes: string[], options: IdsOptions): Promise<void> {
  if (options.webhook) {
    throw new UsageError('--webhook tells of ids that were looked for; with --no-resolve none are')
  }
  if (options.dryRun) throw new UsageError('--no-resolve costs nothing, so there is nothing to quote')
  const client = await shell.client()
  for (const [at, code] of codes.entries()) {
    const asked = { chain, code, sources: options.sources, resolve: 0 }
    const answer = await client.hotelIds(asked, { signal: shell.signal })
    give(shell, options, answer, (data) => `${at > 0 ? '\n' : ''}${showIds(shell, data)}`)
  }
}

async function resolveMany(
  shell: Shell,
  client: Client,
  chain: string,
  codes: string[],
  { sources, webhook, wait, json, dryRun, maxCredits }: IdsOptions,
): Promise<void> {
  const body = {
    chain,
    hotel_codes: codes,
    sources: sources?.split(','),
    webhook_url: webhook,
    max_credits: maxCredits,
    dry_run: dryRun,
  }
  const { data } = await client.request(
    { method: 'POST', path: '/hotels/ids/jobs', body },
    { signal: shell.signal },
  )
  if (dryRun) return giveQuote(shell, { ...(json && { json }) }, { data })
  const { job, secret } = data as { job: Job; secret?: string }
  if (json && !wait) return printJson(shell, data)
  if (secret) shell.say(`The webhook is signed with this secret, shown only this once: ${secret}`)
  if (!wait) {
    shell.print(job.id)
    return shell.say(wayBack(job.id))
  }
  const ended = await waitFor(shell, client, job.id)
  if (json) printJson(shell, { job: ended, ...(secret && { secret }) })
  else
    shell.print(
      `${ended.cells_done} ids of ${ended.tasks_total} hotels; \`vacancy ids ${chain} ${codes.join(' ')} --no-resolve\` shows them.`,
    )
  judge(shell, ended)
}

function showIds(shell: Shell, { chain, hotel_code, mapped_to, ids, unresolved }: IdMap): string {
  const known = Object.entries(ids).map(([source, found]) => ({ source, found, note: '' }))
  const missing = unresolved.map(({ source, reason, retry_after }) => ({
    source,
    found: null,
    note: `${reason.replaceAll('_', ' ')}${retry_after ? `, again from ${moment(retry_after)}` : ''}`,
  }))
  const mapped = mapped_to ? `, which is ${mapped_to.chain}:${mapped_to.hotel_code}` : ''
  return `${shell.paint('bold', `${chain}:${hotel_code}`)}${mapped}\n\n${shell.table(
    [
      { title: 'Source', value: ({ source }) => source },
      { title: 'Id', value: ({ found }) => found?.id ?? '' },
      { title: 'confidence', align: 'right', value: ({ found }) => decimal(found?.confidence) },
      { title: 'Found by', value: ({ found }) => found?.method.replaceAll('_', ' ') ?? '' },
      { title: 'km', align: 'right', value: ({ found }) => decimal(found?.distance_km) },
      { title: 'On (UTC)', value: ({ found }) => moment(found?.resolved_at) },
      { title: 'Note', value: ({ note }) => ({ text: note, style: 'yellow' }) },
    ],
    [...known, ...missing],
  )}`
}
