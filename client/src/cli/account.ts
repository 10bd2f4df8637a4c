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

/** `vacancy usage` and `vacancy chains`: free, and good to begin with. */
export function add(program: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const usage = withOutput(program.command('usage').description('what is spent and what is left; free'))
    .option('--lines', 'the lines behind it, the newest first')
    .option('--from <date>', 'lines from this day (UTC)', date)
    .option('--to <date>', 'lines up to this day, included', date)
    .option('--limit <n>', 'how many lines (20)', integer)
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
      sayMore(shell, data, '--limit shows up to 1,000, --from and --to the days you mean.')
    })
  withExamples(
    usage,
    'usage',
    'usage --lines --from 2026-11-01 --to 2026-11-07',
    'usage --json | jq .credits_remaining',
  )

  const chains = withOutput(
    program.command('chains').description('the sources: what each can do, and what it costs; free'),
  )
    .argument('[chain]', 'one of them, in full')
    .action(async (id: string | undefined, options: OutputOptions) => {
      const client = await shell.client()
      const answer = await client.listChains({}, sent)
      if (id === undefined) return give(shell, options, answer, (data) => chainsTable(shell, data.chains))
      const chain = answer.data.chains.find((each) => each.id === id)
      if (!chain) throw new UsageError(`there is no source ${id}`, '`vacancy chains` lists them.')
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
    ['plan', `${usage.plan}, ${plural(usage.rate_limit_rps, 'request')} a second`],
    ['period', `${usage.period}, starts anew on ${longDate(usage.resets_at.slice(0, 10))}`],
    [
      'used',
      `${amount(usage.credits_used)} of ${amount(usage.credits_limit)} credits (${amount(usage.credits_used_this_key)} by this key)`,
    ],
    ['left', amount(usage.credits_remaining)],
  ]
  return `${bar} ${(share * 100).toFixed(1)} %\n${rows.map(([name = '', value = '']) => `${paint('bold', name.padEnd(8))}${value}`).join('\n')}\n`
}

function linesTable(shell: Shell, lines: readonly UsageLine[]): string {
  if (lines.length === 0) return 'Nothing was charged.\n'
  const count = (units: number) => (units === 0 ? '' : number(units))
  return shell.table(
    [
      { title: 'At (UTC)', value: ({ at }) => shortMoment(at) },
      { title: 'For', value: ({ endpoint }) => endpoint },
      { title: 'credits', align: 'right', value: ({ credits }) => amount(credits) },
      { title: 'live', align: 'right', value: ({ live }) => count(live) },
      { title: 'cached', align: 'right', value: ({ cached }) => count(cached) },
      { title: 'free', align: 'right', value: ({ free }) => count(free) },
      { title: 'Asked by', value: ({ job_id, watch_id, request_id }) => job_id ?? watch_id ?? request_id },
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
        title: 'Has',
        flexible: true,
        value: ({ award_points, geo_search }) =>
          [award_points ? 'points' : '', geo_search ? 'places' : ''].filter(Boolean).join(', '),
      },
      { title: 'Try', flexible: true, value: ({ examples }) => examples[0] ?? '' },
      { title: 'Now', value: ({ status }) => ({ text: status, style: status === 'up' ? 'green' : 'red' }) },
    ],
    chains,
  )
}

function showChain({ paint }: Shell, chain: Chain): string {
  const { certificates, currencies, tax_included, compset_extras } = chain
  const rows: [string, string][] = [
    ['kind', chain.kind === 'ota' ? 'travel agency' : 'hotel chain'],
    ['now', chain.status],
    ['a shop', amount(chain.shop_credits)],
    [
      'compset',
      `${amount(chain.compset_hotel_credits)} per hotel, ${amount(compset_extras.member)} more for member rates`,
    ],
    ['a night', amount(chain.calendar_night_credits)],
    ['points', chain.award_points ? 'yes' : 'none'],
    ['places', chain.geo_search ? 'finds hotels around a place' : 'cannot search by place'],
    [
      'taxes',
      tax_included === null ? 'in or out, as each answer says' : tax_included ? 'included' : 'come on top',
    ],
    ['money', currencies.includes('*') ? 'any currency' : currencies.join(', ')],
    ...certificates.map(({ id, max_points, max_top_up }): [string, string] => [
      'cert',
      `${id}: up to ${max_points === null ? 'any' : number(max_points)} points, top-up ${max_top_up === null ? 'without limit' : number(max_top_up)}`,
    ]),
    ['codes', chain.examples.join(', ')],
  ]
  return `${paint('bold', chain.name)}  ${paint('dim', chain.id)}\n${rows.map(([name, value]) => `${name.padEnd(9)}${value}`).join('\n')}\n`
}
