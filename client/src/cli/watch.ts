import { type Command, Option } from 'commander'
import type { Watch } from '../generated/shapes.ts'
import type { Received } from '../send.ts'
import { give, printJson } from './answer.ts'
import { currency, date, duration, integer, type Nights, nights } from './arguments.ts'
import {
  CONDITIONS,
  type Condition,
  type ConditionOptions,
  conditionFields,
  withCondition,
} from './conditions.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, type PartyOptions, partyOf, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { ago, amount, moment } from './words.ts'

interface CreateOptions extends OutputOptions, PartyOptions, ConditionOptions {
  los?: number
  award?: boolean
  currency?: string
  every?: number
  when: Condition
  webhook: string
}

/** `vacancy watch`: be told when something changes. */
export function add(program: Command, shell: Shell): void {
  const watch = withOutput(
    program.command('watch').description("what is being watched; lists this key's watches"),
  ).action(async (options: OutputOptions) => {
    give(shell, options, await call(shell, 'GET', '/watches'), (data) =>
      watchesTable(shell, (data as { watches: Watch[] }).watches),
    )
  })
  withExamples(
    watch,
    'watch',
    'watch create aurelia LONAU 2027-03-01..2027-03-07 --when available --webhook https://example.com/hook',
    'watch create aurelia LONAU 2027-03-01 --los 3 --when rebook --paid 180 --min-saving 5 --webhook https://example.com/hook',
    'watch pause wat_…',
  )
  addCreate(watch, shell)
  const one = (name: string, description: string) =>
    withOutput(watch.command(name).description(description).argument('<watch>', 'wat_…'))
  const showing = (name: string, description: string, method: string, rest: string, body?: object) =>
    one(name, description).action(async (id: string, options: OutputOptions) => {
      const answer = await call(shell, method, `/watches/${encodeURIComponent(id)}${rest}`, body)
      give(shell, merged(watch, options), answer, (data) => outcome(shell, data))
    })
  showing('show', 'one watch', 'GET', '')
  showing('pause', 'stop it for now', 'PATCH', '', { status: 'paused' })
  showing('resume', 'go on with it', 'PATCH', '', { status: 'active' })
  one('delete', 'stop it for good').action(async (id: string, options: OutputOptions) => {
    const answer = await call(shell, 'DELETE', `/watches/${encodeURIComponent(id)}`)
    give(shell, merged(watch, options), answer, () => `${id} is deleted\n`)
  })
  showing('test', 'send a signed sample to its webhook', 'POST', '/test')
  showing('refresh', 'look now, at the price of one refresh', 'POST', '/refresh')
  showing('rotate-secret', 'a new secret; the old one signs beside it for a day', 'POST', '/rotate-secret')
}

function addCreate(watch: Command, shell: Shell): void {
  const create = withOutput(watch.command('create').description('watch nights of a hotel'))
    .argument('<chain>', 'a chain or travel agency')
    .argument('<code>', "the hotel's code there")
    .argument('<nights>', 'a check-in date, or FROM..TO', nights)
    .addOption(
      new Option('--when <condition>', 'what to be told of').choices([...CONDITIONS]).makeOptionMandatory(),
    )
    .requiredOption('--webhook <url>', 'where to send it')
    .option('--los <nights>', 'length of the stay (1)', integer)
    .option('--award', 'in points instead of cash')
    .option('--every <time>', 'how often to look: 900 to 86400 seconds, or 15m, 6h (1h)', duration)
    .option('--currency <code>', 'the currency that you would like (USD)', currency)
    .option('--adults <n>', 'per room (2)', integer)
    .option('--children <n>', 'per room (0)', integer)
    .option('--rooms <n>', 'rooms of the same kind (1)', integer)
    .action(async (chain: string, code: string, range: Nights, options: CreateOptions) => {
      const answer = await call(shell, 'POST', '/watches', watchOf(chain, code, range, options), true)
      if (merged(watch, options).json) return printJson(shell, answer.data)
      const made = answer.data as Watch
      shell.print(`${made.id}\n${made.secret ?? ''}`)
      shell.say('The second line is the secret that signs its webhooks, shown only this once.')
      shell.say(`Each refresh costs up to ${amount(made.credits_per_refresh)} credits.`)
    })
  withCondition(create)
}

function watchOf(chain: string, code: string, range: Nights, options: CreateOptions): object {
  const { when: condition } = options
  if (condition === 'rebook' && range.from !== range.to) {
    throw new UsageError('rebook watches one stay: give its check-in date, and its length with --los')
  }
  return {
    chain,
    hotel_code: code,
    nights: { from: date(range.from), to: date(range.to) },
    los: options.los,
    kind: options.award ? 'award' : undefined,
    currency: options.currency,
    refresh_sec: options.every,
    condition,
    webhook_url: options.webhook,
    ...partyOf(options),
    ...conditionFields(condition, options),
  }
}

async function call(
  shell: Shell,
  method: string,
  path: string,
  body?: object,
  isIdempotent = false,
): Promise<Received> {
  const client = await shell.client()
  return client.request({ method, path, body, isIdempotent }, { signal: shell.signal })
}

/** The watch, with its secret where that is new; or the event that was made of it. */
function outcome(shell: Shell, data: unknown): string {
  const { id, status, secret } = data as Partial<Watch>
  if (status === undefined) return `${id} is on its way\n`
  return watchesTable(shell, [data as Watch]) + (secret ? `\n${secret}\n` : '')
}

function watchesTable(shell: Shell, watches: readonly Watch[]): string {
  if (watches.length === 0) return 'Nothing is being watched. `vacancy watch create --help` shows how.\n'
  return shell.table(
    [
      { title: 'Watch', value: ({ id }) => id },
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Nights', value: ({ nights: { from, to } }) => (from === to ? from : `${from}..${to}`) },
      { title: 'los', align: 'right', value: ({ los }) => String(los) },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'When', value: ({ condition }) => condition },
      { title: 'every', align: 'right', value: ({ refresh_sec }) => ago(refresh_sec) },
      { title: 'credits', align: 'right', value: ({ credits_per_refresh }) => amount(credits_per_refresh) },
      {
        title: 'Status',
        value: ({ status }) => ({ text: status, style: status === 'active' ? 'green' : 'yellow' }),
      },
      { title: 'Next (UTC)', value: ({ next_refresh_at }) => moment(next_refresh_at) },
    ],
    watches,
  )
}
