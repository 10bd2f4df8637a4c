import type { Command } from 'commander'
import type { GetJobMarketResponse, GetJobParityResponse } from '../generated/shapes.ts'
import { give } from './answer.ts'
import { type OutputOptions, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { decimal, longDate, money, percent, plural } from './words.ts'

type MarketOptions = OutputOptions & { subject?: string; currency?: string }

/** `vacancy jobs market` and `vacancy jobs parity`: the nights of a job, compared. Free. */
export function addBoards(
  jobs: Command,
  shell: Shell,
  merged: <Options extends OutputOptions>(parent: Command, options: Options) => Options,
): void {
  const sent = { signal: shell.signal }
  withOutput(
    jobs
      .command('market')
      .description('compare the hotels of a job, night by night')
      .argument('<job>', 'job_…')
      .option('--subject <chain:code>', 'the hotel whose rank and rate index are shown')
      .option('--currency <code>', 'compare in this currency (default: that of the job)'),
  ).action(async (id: string, options: MarketOptions) => {
    const client = await shell.client()
    const [chain, code] = options.subject?.split(':') ?? []
    const { currency } = options
    const answer = await client.getJobMarket({ id, chain, hotel_code: code, currency }, sent)
    give(shell, merged(jobs, options), answer, (data) => marketTable(shell, data))
  })
  withOutput(
    jobs
      .command('parity')
      .description('compare a hotel with its listings at agencies, night by night')
      .argument('<job>', 'job_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    give(shell, merged(jobs, options), await client.getJobParity({ id }, sent), (data) =>
      parityTable(shell, data),
    )
  })
}

export function marketTable(shell: Shell, { nights }: Pick<GetJobMarketResponse, 'nights'>): string {
  return shell.table(
    [
      { title: 'Night', value: ({ night }) => longDate(night) },
      { title: '', value: ({ market }) => market.currency },
      { title: 'cheapest', align: 'right', value: ({ market }) => money(market.min, market.currency) },
      { title: 'median', align: 'right', value: ({ market }) => money(market.median, market.currency) },
      { title: 'highest', align: 'right', value: ({ market }) => money(market.max, market.currency) },
      {
        title: 'rank',
        align: 'right',
        value: ({ market: { subject } }) => (subject ? `${subject.rank}/${subject.of}` : ''),
      },
      { title: 'index', align: 'right', value: ({ market }) => decimal(market.subject?.rate_index, 1) },
    ],
    nights,
  )
}

const STYLES = { win: 'green', meet: 'dim', lose: 'red' } as const

export function parityTable(
  shell: Shell,
  { channels, nights, score }: Pick<GetJobParityResponse, 'channels' | 'nights' | 'score'>,
): string {
  const table = shell.table(
    [
      { title: 'Night', value: ({ night }) => longDate(night) },
      { title: '', value: ({ direct }) => direct?.currency ?? '' },
      {
        title: 'direct',
        align: 'right',
        value: ({ direct }) => money(direct?.bar_after_tax, direct?.currency ?? ''),
      },
      ...channels.map(({ channel }, index) => ({
        title: channel,
        align: 'right' as const,
        value: (night: GetJobParityResponse['nights'][number]) => {
          const row = night.channels[index]
          return row?.verdict ? { text: percent(row.gap_pct), style: STYLES[row.verdict] } : ''
        },
      })),
    ],
    nights,
  )
  return `${table}\n${plural(score.compared, 'comparison')}: ${score.lose} lose, ${score.meet} meet, ${score.win} win\n`
}
