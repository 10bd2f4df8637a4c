import { type Command, Option } from 'commander'
import type { Watch } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { actionsOf } from './actions.ts'
import { ask, give, printJson } from './answer.ts'
import { currency, duration, integer, nights } from './arguments.ts'
import { addBacktest } from './backtest.ts'
import {
  CONDITIONS,
  type Condition,
  type ConditionOptions,
  changedTerms,
  conditionMeant,
  withCondition,
} from './conditions.ts'
import { UsageError } from './exit.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import { merged } from './jobs.ts'
import {
  type OutputOptions,
  type PriceOptions,
  withExamples,
  withOutput,
  withParty,
  withPrice,
} from './options.ts'
import { type StayWords, withHotel } from './rates.ts'
import { receiverMissing, sayIfUnheard } from './receivers.ts'
import type { Shell } from './shell.ts'
import { addTest } from './tests.ts'
import { refuseUnknown } from './unknown-command.ts'
import { type WatchOptions, watchOf } from './watch-terms.ts'
import { ago, amount, money, number, shortMoment } from './words.ts'

type CreateOptions = OutputOptions & WatchOptions & ReceiverOptions

/** Where events go: one of both. */
interface ReceiverOptions {
  webhook?: string
  endpoint?: string[]
}

interface ChangeOptions extends OutputOptions, ConditionOptions {
  every?: number
  webhook?: string
  endpoint?: string[]
}

const ENDPOINT = 'endpoints (end_…) that get the events, instead of --webhook'
const EVERY = 'refresh interval: 900 to 86400 seconds, or 15m, 6h'

/** `vacancy watch`: alerts when rates or availability change. */
export function add(program: Command, shell: Shell): void {
  const watch = withOutput(
    program.command('watch').description('list the watches of this key; subcommands manage them'),
  )
    .allowExcessArguments()
    .option('--account', 'the watches of all keys of the account, revoked ones too')
    .action(async (options: OutputOptions & { account?: boolean }) => {
      refuseUnknown(watch)
      const watches = await allWatches(shell, options.account ? 'account' : 'key')
      if (options.json) printJson(shell, { watches, next_cursor: null })
      else shell.print(watchesTable(shell, watches))
    })
  withExamples(
    watch,
    'watch',
    'watch create aurelia NEWAU +30d..+36d --when available --webhook https://example.com/hook',
    'watch create aurelia NEWAU +30d --los 3 --when rebook --paid 180 --min-saving 5 --webhook https://example.com/hook',
    'watch create aurelia NEWAU +30d --when price_lte --amount 160 --endpoint end_…',
    'watch change wat_… --every 6h --paid 165',
    'watch pause wat_…',
  )
  addCreate(watch, shell)
  addChange(watch, shell)
  addBacktest(watch, shell)
  addActions(watch, shell)
}

/** The subcommands that take nothing but a watch. */
function addActions(watch: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const addAction = actionsOf(watch, shell, ['<watch>', 'wat_…'])
  const show = (data: Watch) => showWatch(shell, data)
  addAction('show', 'show one watch', (client, id) => client.getWatch({ id }, sent), show)
  addAction(
    'pause',
    'pause a watch',
    (client, id) => client.changeWatch({ id, status: 'paused' }, sent),
    show,
  )
  addAction(
    'resume',
    'resume a paused watch',
    (client, id) => client.changeWatch({ id, status: 'active' }, sent),
    show,
  )
  addAction(
    'delete',
    'delete a watch',
    (client, id) => client.deleteWatch({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
  addTest(watch, shell, {
    description: 'send a signed test event to its receivers, and say whether they take it',
    argument: ['<watch>', 'wat_…'],
    send: (client, id) => client.waitFor.testWatch({ id }, sent),
  })
  const refresh = watch
    .command('refresh')
    .description('refresh a watch now, for the price of one refresh')
    .argument('<watch>', 'wat_…')
  withPrice(refresh).action(async (id: string, options: PriceOptions) =>
    ask(shell, merged(watch, options), {
      ask: (client) => client.refreshWatch({ id, max_credits: options.maxCredits }, sent),
      quote: (client) => client.quote.refreshWatch({ id }, sent),
      show,
    }),
  )
  addAction(
    'rotate-secret',
    'create a new secret; the old one stays valid for a day',
    (client, id) => client.rotateWatchSecret({ id }, sent),
    show,
  )
}

/** All pages: an account has at most 1,000 watches. */
async function allWatches(shell: Shell, scope: 'key' | 'account'): Promise<Watch[]> {
  const client = await shell.client()
  const watches: Watch[] = []
  let cursor: string | undefined
  for (;;) {
    const { data } = await client.listWatches({ cursor, scope }, { signal: shell.signal })
    watches.push(...data.watches)
    if (data.next_cursor === null) return watches
    cursor = data.next_cursor
  }
}

function addCreate(watch: Command, shell: Shell): void {
  const create = withHotel(withOutput(watch.command('create')), 'nights', 'a check-in date, or FROM..TO')
    .description('watch one or more nights of a hotel')
    .addOption(
      new Option('--when <condition>', 'when to send an event')
        .choices([...CONDITIONS])
        .makeOptionMandatory(),
    )
    .option('--webhook <url>', 'URL that receives the events')
    .option('--endpoint <id...>', ENDPOINT)
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
    .option('--award', 'points instead of cash')
    .option('--every <time>', `${EVERY} (default 1h)`, duration)
    .option('--currency <code>', "the hotel's own by default, where it is known, else USD", currency)
    .action(async (...[first, second, third, options]: StayWords<CreateOptions>) => {
      const { hotel, when: range } = hotelAndWhen([first, second, third], nights)
      if ((options.webhook === undefined) === (options.endpoint === undefined)) {
        throw receiverMissing('Give either --webhook or --endpoint.')
      }
      const receivers = { webhook_url: options.webhook, endpoints: options.endpoint }
      const terms = { ...watchOf(range, options), ...receivers }
      const client = await shell.client()
      const input = { ...(await hotelOf(shell, client, hotel)), ...terms }
      const { data } = await client.createWatch(input, { signal: shell.signal })
      if (merged(watch, options).json) return printJson(shell, data)
      shell.print(data.secret === undefined ? data.id : `${data.id}\n${data.secret}`)
      if (data.secret !== undefined)
        shell.say('The second line is the secret that signs the webhooks. It is shown only once.')
      shell.say(`Each refresh costs up to ${amount(data.credits_per_refresh)} credits.`)
      const type = `watch.${data.condition === 'any' ? 'changed' : data.condition}`
      if (data.endpoints) await sayIfUnheard(shell, client, data.endpoints, [type])
    })
  withCondition(withParty(create))
}

function addChange(watch: Command, shell: Shell): void {
  const change = withOutput(
    watch.command('change').description('change a watch; omitted options stay as they are'),
  )
    .argument('<watch>', 'wat_…')
    .option('--every <time>', EVERY, duration)
    .option('--webhook <url>', 'URL that receives the events')
    .option('--endpoint <id...>', ENDPOINT)
    .action(async (id: string, options: ChangeOptions) => {
      const fields = await changesOf(shell, id, options)
      const client = await shell.client()
      const answer = await client.changeWatch({ id, ...fields }, { signal: shell.signal })
      give(shell, merged(watch, options), answer, (data) => showWatch(shell, data))
    })
  withExamples(
    withCondition(change),
    'watch change wat_… --every 6h',
    'watch change wat_… --paid 165 --min-saving 5',
    'watch change wat_… --channel ostello --min-pct 3',
  )
}

async function changesOf(
  shell: Shell,
  id: string,
  options: ChangeOptions,
): Promise<Omit<Input<'changeWatch'>, 'id'>> {
  const { every, webhook, endpoint, basis } = options
  const meant = conditionMeant(options)
  if ([every, webhook, endpoint, basis].every((option) => option === undefined) && meant === null) {
    throw new UsageError(
      'Nothing to change. Give at least one option.',
      'To pause or resume a watch, use `vacancy watch pause` and `vacancy watch resume`. Nights and condition cannot be changed.',
    )
  }
  const condition = meant ?? (basis === undefined ? null : await conditionOf(shell, id))
  return {
    refresh_sec: every,
    webhook_url: webhook,
    endpoints: endpoint,
    ...(condition && changedTerms(condition, options)),
  }
}

async function conditionOf(shell: Shell, id: string): Promise<Condition> {
  const client = await shell.client()
  const { data } = await client.getWatch({ id }, { signal: shell.signal })
  return data.condition
}

/** The watch, with its secret if that is new. */
function showWatch(shell: Shell, watch: Watch): string {
  const receiver = `\nEvents go to ${watch.webhook_url ?? watch.endpoints?.join(', ')}\n`
  return watchesTable(shell, [watch]) + receiver + (watch.secret ? `\n${watch.secret}\n` : '')
}

/** The condition and its settings. */
function whenOf({ condition, currency: unit, kind, points_lte, price_lte, rebook, undercut }: Watch): string {
  const paid = (figure: number) => (kind === 'award' ? number(figure) : money(figure, unit))
  const terms = [
    ...(points_lte === undefined ? [] : [number(points_lte)]),
    ...(price_lte ? [money(price_lte.amount, unit)] : []),
    ...(rebook ? [`${rebook.min_saving_pct} % below ${paid(rebook.paid)}`] : []),
    ...(undercut ? [`by ${undercut.channel}, ${undercut.min_pct} %`] : []),
  ]
  return [condition, ...terms].join(' ')
}

function watchesTable(shell: Shell, watches: readonly Watch[]): string {
  if (watches.length === 0) return 'No watches. Run `vacancy watch create --help` to see how to create one.\n'
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
        value: ({ status, attention }) =>
          attention === null
            ? { text: status, style: status === 'active' ? 'green' : 'yellow' }
            : { text: attention.replaceAll('_', ' '), style: 'red' },
      },
      { title: 'Next (UTC)', value: ({ next_refresh_at: at }) => (at === null ? '' : shortMoment(at)) },
    ],
    watches,
  )
}
