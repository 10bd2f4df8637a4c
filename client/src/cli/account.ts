import type { Command } from 'commander'
import type { Chain, Usage, UsageLine } from '../generated/shapes.ts'
import { give, printJson, sayMore } from './answer.ts'
import { date, integer } from './arguments.ts'
import { UsageError } from './exit.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { amount, longDate, number, plural, shortMoment } from './words.ts'

interface UsageOptions extends OutputOptions {
  lines?: boolean
  from?: string
  to?: string
  limit?: number
}

/** `vacancy usage` and `vacancy chains`. Both are free. */
export function add(program: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const usage = withOutput(program.command('usage').description('show credits used and credits left (free)'))
    .option('--lines', 'list the charges, newest first')
    .option('--from <date>', 'charges from this day (UTC)', date)
    .option('--to <date>', 'charges up to and including this day', date)
    .option('--limit <n>', 'number of charges to list (default 20)', integer)
    .action(async ({ lines, from, to, limit, ...options }: UsageOptions) => {
      const client = await shell.client()
      if (!lines && !from && !to && limit === undefined) {
        const { data } = await client.getUsage({}, sent)
        if (options.json) printJson(shell, data)
        else shell.print(showUsage(shell, data))
        return
      }
      const { data } = await client.listUsageLines({ from, to, limit: limit ?? 20 }, sent)
      if (options.json) return printJson(shell, data)
      shell.print(linesTable(shell, data.lines))
      sayMore(shell, data, 'Use --limit (up to 1,000), or --from and --to.')
    })
  withExamples(usage, 'usage', 'usage --lines --from -7d --to today', 'usage --json | jq .credits_remaining')

  const chains = withOutput(
    program.command('chains').description('list the sources, what each supports and what it costs (free)'),
  )
    .argument('[chain]', 'show one source in detail')
    .action(async (id: string | undefined, options: OutputOptions) => {
      const client = await shell.client()
      const answer = await client.listChains({}, sent)
      if (id === undefined) return give(shell, options, answer, (data) => chainsTable(shell, data.chains))
      const chain = answer.data.chains.find((each) => each.id === id)
      if (!chain) throw new UsageError(`There is no source "${id}".`, 'Run `vacancy chains` to list them.')
      if (options.json) printJson(shell, chain)
      else shell.print(showChain(shell, chain))
    })
  withExamples(chains, 'chains', 'chains aurelia')
}

const BAR = 30

function showUsage({ paint }: Shell, usage: Usage): string {
  const share = usage.credits_limit === 0 ? 1 : Math.min(1, usage.credits_used / usage.credits_limit)
  const filled = Math.round(share * BAR)
  const bar =
    paint(share > 0.9 ? 'red' : 'green', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR - filled))
  const rows = [
    ['plan', `${usage.plan}, ${plural(usage.rate_limit_rps, 'request')} per second`],
    ['period', `${usage.period}, resets on ${longDate(usage.resets_at.slice(0, 10))}`],
    [
      'used',
      `${amount(usage.credits_used)} of ${amount(usage.credits_limit)} credits (${amount(usage.credits_used_this_key)} by this key)`,
    ],
    ['left', amount(usage.credits_remaining)],
  ]
  return `${bar} ${(share * 100).toFixed(1)} %\n${rows.map(([name = '', value = '']) => `${paint('bold', name.padEnd(8))}${value}`).join('\n')}\n`
}

function linesTable(shell: Shell, lines: readonly UsageLine[]): string {
  if (lines.length === 0) return 'No charges.\n'
  const count = (units: number) => (units === 0 ? '' : number(units))
  return shell.table(
    [
      { title: 'At (UTC)', value: ({ at }) => shortMoment(at) },
      { title: 'Endpoint', value: ({ endpoint }) => endpoint },
      { title: 'credits', align: 'right', value: ({ credits }) => amount(credits) },
      { title: 'live', align: 'right', value: ({ live }) => count(live) },
      { title: 'cached', align: 'right', value: ({ cached }) => count(cached) },
      { title: 'free', align: 'right', value: ({ free }) => count(free) },
      {
        title: 'Job, watch or request',
        value: ({ job_id, watch_id, request_id }) => job_id ?? watch_id ?? request_id,
      },
    ],
    lines,
  )
}

function chainsTable(shell: Shell, chains: readonly Chain[]): string {
  return shell.table(
    [
      { title: 'Id', value: ({ id }) => id },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'shop', align: 'right', value: ({ shop_credits }) => amount(shop_credits) },
      { title: 'compset', align: 'right', value: (chain) => amount(chain.compset_hotel_credits) },
      { title: 'night', align: 'right', value: (chain) => amount(chain.calendar_night_credits) },
      {
        title: 'Supports',
        flexible: true,
        value: ({ award_points, geo_search }) =>
          [award_points ? 'points' : '', geo_search ? 'places' : ''].filter(Boolean).join(', '),
      },
      { title: 'Example', flexible: true, value: ({ examples }) => examples[0] ?? '' },
      {
        title: 'Status',
        value: ({ status }) => ({ text: status, style: status === 'up' ? 'green' : 'red' }),
      },
    ],
    chains,
  )
}

/** When an award booking has a free night. */
function freeNightRow({ award_rules: { free_night: rule } }: Chain): [string, string][] {
  if (!rule) return []
  const who = rule.who === 'elite' ? ', with elite status' : ''
  return [['free', `of every ${rule.every} award nights the ${rule.frees}${who}`]]
}

const KINDS = { chain: 'hotel chain', ota: 'travel agency', meta: 'metasearch engine' }

function showChain({ paint }: Shell, chain: Chain): string {
  const { certificates, currencies, tax_included, compset_extras } = chain
  const rows: [string, string][] = [
    ['kind', KINDS[chain.kind]],
    ['status', chain.status],
    ['shop', amount(chain.shop_credits)],
    [
      'compset',
      `${amount(chain.compset_hotel_credits)} per hotel, ${amount(compset_extras.member)} more for member rates`,
    ],
    ['night', amount(chain.calendar_night_credits)],
    ['points', chain.award_points ? 'yes' : 'no'],
    ['places', chain.geo_search ? 'can search by place' : 'cannot search by place'],
    [
      'taxes',
      tax_included === null
        ? 'included or not, stated in each answer'
        : tax_included
          ? 'included'
          : 'added to the price',
    ],
    ['currency', currencyWords(currencies)],
    ...certificates.map(({ id, max_points, max_top_up }): [string, string] => [
      'cert',
      `${id}: ${max_points === null ? 'any number of' : `up to ${number(max_points)}`} points, top-up ${max_top_up === null ? 'unlimited' : `up to ${number(max_top_up)}`}`,
    ]),
    ...freeNightRow(chain),
    ['examples', chain.examples.join(', ')],
  ]
  return `${paint('bold', chain.name)}  ${paint('dim', chain.id)}\n${rows.map(([name, value]) => `${name.padEnd(10)}${value}`).join('\n')}\n`
}

function currencyWords(currencies: readonly string[]): string {
  if (currencies.includes('*')) return 'any currency'
  return currencies.includes('hotel') ? 'the hotel’s own currency' : currencies.join(', ')
}
