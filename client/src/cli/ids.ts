import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { IdMap } from '../generated/shapes.ts'
import { give, giveQuote, printJson } from './answer.ts'
import { UsageError } from './exit.ts'
import { hotelOf } from './hotel-name.ts'
import { type PriceOptions, withExamples, withPrice } from './options.ts'
import type { Shell } from './shell.ts'
import { judge, waitFor, wayBack } from './waiting.ts'
import { decimal, moment } from './words.ts'

interface IdsOptions extends PriceOptions {
  sources?: string
  resolve: boolean
  webhook?: string
  endpoint?: string[]
  wait: boolean
}

/** `vacancy ids`: a hotel's ids at other sources. The service adds subcommands for administrators. */
export function add(program: Command, shell: Shell): void {
  const ids = withPrice(
    program.command('ids').description("find a hotel's ids at the travel agencies and the search engine"),
  )
    .argument('[chain]', "a chain or travel agency, or a hotel's name")
    .argument(
      '[codes...]',
      "the hotel's code there; several codes are resolved in the background; left out after a name",
    )
    .option('--sources <list>', 'only these sources, separated by commas')
    .option('--no-resolve', 'only show known ids (free)')
    .option('--webhook <url>', 'several hotels: call this URL when all are done')
    .option('--endpoint <id...>', 'several hotels: tell these endpoints (end_…) when all are done')
    .option('--no-wait', 'several hotels: do not wait for the job')
    .action(async (first: string | undefined, given: string[], options: IdsOptions) => {
      if (first === undefined) {
        throw new UsageError(
          'Give the chain and the code of a hotel, or its name.',
          'For example: `vacancy ids aurelia LONAU`.',
        )
      }
      const client = await shell.client()
      const isNamed = given.length === 0
      const named = isNamed ? await hotelOf(shell, client, { name: first }) : null
      const chain = named?.chain ?? first
      const codes = named ? [named.hotel_code] : given
      const [code = '', ...more] = codes
      if (!options.resolve) return showKnown(shell, chain, codes, options)
      const isTold = options.webhook !== undefined || options.endpoint !== undefined
      const asJob = more.length > 0 || isTold || options.dryRun || options.maxCredits !== undefined
      if (asJob) return resolveMany(shell, client, chain, codes, options)
      const { sources } = options
      const answer = await client.hotelIds({ chain, code, sources }, { signal: shell.signal })
      give(shell, options, answer, (data) => showIds(shell, data))
    })
  const explain = ids
    .command('explain')
    .description("say why a source's id was taken for a hotel (free)")
    .argument('<chain>', 'a chain or travel agency')
    .argument('<code>', "the hotel's code there")
    .argument('<source>', 'the source whose id is explained')
    .option('--json', 'print the answer as JSON')
    .action(async (chain: string, code: string, source: string, options: { json?: true }) => {
      const client = await shell.client()
      const asked = { chain, code, sources: source, resolve: 0 }
      const answer = await client.hotelIds(asked, { signal: shell.signal })
      give(shell, options, answer, (data) => explained(shell, data, source))
    })
  withExamples(explain, 'ids explain aurelia LONAU lodgista')
  withExamples(
    ids,
    ['ids aurelia LONAU', 1],
    ['ids aurelia LONAU NEWAU TOKAU', 3],
    'ids aurelia LONAU NEWAU TOKAU --no-resolve',
  )
}

/** A job would resolve the missing ids, so known ids are read hotel by hotel. */
async function showKnown(shell: Shell, chain: string, codes: string[], options: IdsOptions): Promise<void> {
  if (options.webhook !== undefined || options.endpoint !== undefined) {
    const option = options.webhook === undefined ? '--endpoint' : '--webhook'
    throw new UsageError(`${option} does not work with --no-resolve, because no job is started.`)
  }
  if (options.dryRun) throw new UsageError('--dry-run does not work with --no-resolve, which is always free.')
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
  { sources, webhook, endpoint, wait, json, dryRun, maxCredits }: IdsOptions,
): Promise<void> {
  const input = {
    chain,
    hotel_codes: codes,
    sources: sources?.split(','),
    webhook_url: webhook,
    endpoints: endpoint,
    max_credits: maxCredits,
  }
  const sent = { signal: shell.signal }
  if (dryRun) return giveQuote(shell, { ...(json && { json }) }, await client.quote.idsJob(input, sent))
  const { data } = await client.idsJob(input, sent)
  const { job, secret } = data
  if (json && !wait) return printJson(shell, data)
  if (secret) shell.say(`This secret signs the webhook and is shown only once: ${secret}`)
  if (!wait) {
    shell.print(job.id)
    return shell.say(wayBack(job.id))
  }
  const ended = await waitFor(shell, client, job.id)
  if (json) printJson(shell, { job: ended, ...(secret && { secret }) })
  else
    shell.print(
      `Found ${ended.cells_done} ids of ${ended.tasks_total} hotels. Run \`vacancy ids ${chain} ${codes.join(' ')} --no-resolve\` to see them.`,
    )
  judge(shell, ended)
}

function explained(shell: Shell, { chain, hotel_code, ids }: IdMap, source: string): string {
  const found = Object.entries(ids).find(([at]) => at === source)?.[1]
  if (!found) {
    throw new UsageError(
      `No id of ${chain}:${hotel_code} at ${source} is known.`,
      `To look for it: \`vacancy ids ${chain} ${hotel_code} --sources ${source}\`.`,
    )
  }
  const { evidence } = found
  const list = (facts: readonly string[]) => facts.join(', ') || 'nothing'
  return [
    `${shell.paint('bold', `${chain}:${hotel_code}`)} is ${source}:${found.id}, with a confidence of ${found.confidence}.`,
    evidence.why,
    `Alike: ${list(evidence.agrees)}. Different: ${list(evidence.differs)}.`,
    `Found on ${moment(found.resolved_at)} (UTC).`,
  ].join('\n')
}

function showIds(shell: Shell, { chain, hotel_code, mapped_to, ids, unresolved }: IdMap): string {
  const known = Object.entries(ids).map(([source, found]) => ({ source, found, note: '' }))
  const missing = unresolved.map(({ source, reason, retry_after }) => ({
    source,
    found: null,
    note: `${reason.replaceAll('_', ' ')}${retry_after ? `, next try after ${moment(retry_after)}` : ''}`,
  }))
  const mapped = mapped_to ? ` = ${mapped_to.chain}:${mapped_to.hotel_code}` : ''
  return `${shell.paint('bold', `${chain}:${hotel_code}`)}${mapped}\n\n${shell.table(
    [
      { title: 'Source', value: ({ source }) => source },
      { title: 'Id', value: ({ found }) => found?.id ?? '' },
      { title: 'confidence', align: 'right', value: ({ found }) => decimal(found?.confidence) },
      { title: 'Found by', value: ({ found }) => found?.method.replaceAll('_', ' ') ?? '' },
      { title: 'km', align: 'right', value: ({ found }) => decimal(found?.distance_km) },
      { title: 'Found (UTC)', value: ({ found }) => moment(found?.resolved_at) },
      { title: 'Note', value: ({ note }) => ({ text: note, style: 'yellow' }) },
    ],
    [...known, ...missing],
  )}`
}
