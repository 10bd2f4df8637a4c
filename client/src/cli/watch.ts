import { type Command, Option } from 'commander'
import type { Watch } from '../generated/shapes.ts'
import type { Received } from '../send.ts'
import { ask, give, printJson } from './answer.ts'
import { currency, date, duration, integer, type Nights, nights } from './arguments.ts'
import {
  CONDITIONS,
  type Condition,
  type ConditionOptions,
  conditionFields,
  conditionMeant,
  withCondition,
} from './conditions.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import {
  type OutputOptions,
  type PartyOptions,
  type PriceOptions,
  partyOf,
  withExamples,
  withOutput,
  withPrice,
} from './options.ts'
import type { Shell } from './shell.ts'
import { ago, amount, money, number, shortMoment } from './words.ts'

interface CreateOptions extends OutputOptions, PartyOptions, ConditionOptions {
  los?: number
  award?: boolean
  currency?: string
  every?: number
  when: Condition
  webhook: string
}

interface ChangeOptions extends OutputOptions, ConditionOptions {
  every?: number
  webhook?: string
}

const EVERY = 'how often to look: 900 to 86400 seconds, or 15m, 6h'

/** `vacancy watch`: be told when something changes. */
export function add(program: Command, shell: Shell): void {
  const watch = withOutput(
    program.command('watch').description("what is being watched; lists this key's watches"),
  ).action(async (options: OutputOptions) => {
    const watches = await allWatches(shell)
    if (options.json) printJson(shell, { watches, next_cursor: null })
    else shell.print(watchesTable(shell, watches))
  })
  withExamples(
    watch,
    'watch',
    'watch create aurelia LONAU 2027-03-01..2027-03-07 --when available --webhook https://example.com/hook',
    'watch create aurelia LONAU 2027-03-01 --los 3 --when rebook --paid 180 --min-saving 5 --webhook https://example.com/hook',
    'watch change wat_… --every 6h --paid 165',
    'watch pause wat_…',
  )
  addCreate(watch, shell)
  addChange(watch, shell)
  const bare = (name: string, description: string) =>
    watch.command(name).description(description).argument('<watch>', 'wat_…')
  const one = (name: string, description: string) => withOutput(bare(name, description))
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
  withPrice(bare('refresh', 'look now, at the price of one refresh')).action(
    async (id: string, options: PriceOptions) => {
      const sent = { signal: shell.signal }
      await ask(shell, merged(watch, options), {
        ask: (client) => client.refreshWatch({ id, max_credits: options.maxCredits }, sent),
        quote: (client) => client.quote.refreshWatch({ id }, sent),
        show: (data) => outcome(shell, data),
      })
    },
  )
  showing('rotate-secret', 'a new secret; the old one signs beside it for a day', 'POST', '/rotate-secret')
}

/** An account has a thousand at most, and whoever asks what is being watched means all of it. */
async function allWatches(shell: Shell): Promise<Watch[]> {
  const client = await shell.client()
  const watches: Watch[] = []
  let cursor: string | undefined
  for (;;) {
    const { data } = await client.listWatches({ cursor }, { signal: shell.signal })
    watches.push(...data.watches)
    if (data.next_cursor === null) return watches
    cursor = data.next_cursor
  }
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
    .option('--every <time>', `${EVERY} (1h)`, duration)
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

function addChange(watch: Command, shell: Shell): void {
  const change = withOutput(watch.command('change').description('change a watch; what is left out stays'))
    .argument('<watch>', 'wat_…')
    .option('--every <time>', EVERY, duration)
    .option('--webhook <url>', 'where to send it')
    .action(async (id: string, options: ChangeOptions) => {
      const fields = await changesOf(shell, id, options)
      const client = await shell.client()
      const answer = await client.changeWatch({ id, ...fields }, { signal: shell.signal })
      give(shell, merged(watch, options), answer, (data) => outcome(shell, data))
    })
  withExamples(
    withCondition(change),
    'watch change wat_… --every 6h',
    'watch change wat_… --paid 165 --min-saving 5',
    'watch change wat_… --channel ostello --min-pct 3',
  )
}

async function changesOf(shell: Shell, id: string, options: ChangeOptions): Promise<object> {
  const { every, webhook, basis } = options
  const meant = conditionMeant(options)
  if (every === undefined && webhook === undefined && basis === undefined && meant === null) {
    throw new UsageError(
      'what is to change? Give at least one option.',
      '`vacancy watch pause` and `resume` stop and start it; its nights and its condition stay as they are.',
    )
  }
  const condition = meant ?? (basis === undefined ? null : await conditionOf(shell, id))
  return {
    refresh_sec: every,
    webhook_url: webhook,
    ...(condition && conditionFields(condition, options)),
  }
}

async function conditionOf(shell: Shell, id: string): Promise<Condition> {
  const client = await shell.client()
  const { data } = await client.getWatch({ id }, { signal: shell.signal })
  return data.condition
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
  const made = data as Watch
  const receiver = `\nEvents go to ${made.webhook_url}\n`
  return watchesTable(shell, [made]) + receiver + (secret ? `\n${secret}\n` : '')
}

/** The condition, with its terms. */
function whenOf({ condition, currency: unit, kind, points_lte, rebook, undercut }: Watch): string {
  const paid = (figure: number) => (kind === 'award' ? number(figure) : money(figure, unit))
  const terms = [
    ...(points_lte === undefined ? [] : [number(points_lte)]),
    ...(rebook ? [`${rebook.min_saving_pct} % below ${paid(rebook.paid)}`] : []),
    ...(undercut ? [`by ${undercut.channel}, ${undercut.min_pct} %`] : []),
  ]
  return [condition, ...terms].join(' ')
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
      { title: 'When', flexible: true, value: whenOf },
      { title: 'every', align: 'right', value: ({ refresh_sec }) => ago(refresh_sec) },
      { title: 'credits', align: 'right', value: ({ credits_per_refresh }) => amount(credits_per_refresh) },
      {
        title: 'Status',
        value: ({ status }) => ({ text: status, style: status === 'active' ? 'green' : 'yellow' }),
      },
      { title: 'Next (UTC)', value: ({ next_refresh_at: at }) => (at === null ? '' : shortMoment(at)) },
    ],
    watches,
  )
}
