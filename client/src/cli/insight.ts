import type { Command } from 'commander'
import type { InsightResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { withAsking, withExamples } from './options.ts'
import { outlookLines } from './outlook.ts'
import type { Style } from './paint.ts'
import { readStay, type StayOptions, type StayWords, stayCommand, stayInput } from './rates.ts'
import type { Shell } from './shell.ts'
import { percentileBar, sparkline } from './sparkline.ts'
import { longDate, money, number, place, plural } from './words.ts'

const WIDTH = 40
const LABELS: Readonly<Record<InsightResponse['label'], { text: string; style: Style }>> = {
  great_deal: { text: 'a great deal', style: 'green' },
  deal: { text: 'a deal', style: 'green' },
  typical: { text: 'a typical price', style: 'bold' },
  high: { text: 'a high price', style: 'red' },
  unknown: { text: 'not judged', style: 'dim' },
}

/** `vacancy insight`: is this a good price? */
export function add(program: Command, shell: Shell): void {
  const insight = stayCommand(program, 'insight')
    .description('judge the price of one stay: is it a good one?')
    .option('--award', 'points instead of cash')
    .option('--outlook', 'also tell how often such a price fell before arrival, for 0.25 more')
    .action(async (...words: StayWords<StayOptions & { award?: boolean; outlook?: boolean }>) => {
      const { options, ...asked } = readStay(words)
      const input = async (client: Parameters<typeof stayInput>[1]) => ({
        ...(await stayInput(shell, client, asked, options)),
        kind: options.award ? ('award' as const) : undefined,
        outlook: options.outlook,
      })
      await ask(shell, options, {
        ask: async (client) => client.insight(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.insight(await input(client), { signal: shell.signal }),
        show: (data) => showInsight(shell, data),
      })
    })
  withExamples(
    withAsking(insight),
    ['insight aurelia LONAU +30d', 1.25],
    ['insight aurelia LONAU +30d --los 2 --award', 1.25],
    ['insight aurelia LONAU +30d --outlook', 1.5],
    ['insight aurelia LONAU +30d --json | jq .label', 1.25],
  )
}

function showInsight(shell: Shell, answer: InsightResponse): string {
  const { query, hotel, basis, current, label, why } = answer
  const { paint } = shell
  const name = place(hotel) || query.hotel_code
  const { text, style } = LABELS[label]
  const price = current[basis]
  const lines = [
    `${paint('bold', name)}  ${paint('dim', `${query.chain}:${query.hotel_code}`)}`,
    `${longDate(query.checkin)}, ${plural(query.los, 'night')}: ${price === null ? 'no price' : figure(answer, price)}, ${paint(style, text)}`,
    why,
    ...spreadLines(answer, price),
    ...compared(answer),
    ...leadLines(answer),
    ...(answer.outlook ? ['', ...outlookLines(shell, answer.outlook)] : []),
  ]
  return `${lines.join('\n')}\n`
}

function figure({ basis, currency }: InsightResponse, value: number): string {
  return basis === 'lowest_points' ? `${number(value)} points` : `${currency} ${money(value, currency)}`
}

function spreadLines(answer: InsightResponse, price: number | null): string[] {
  const { typical } = answer
  if (!typical) return []
  const bar = percentileBar(typical, price ?? typical.median, WIDTH)
  const ends = `${figure(answer, typical.p10)} … ${figure(answer, typical.median)} … ${figure(answer, typical.p90)}`
  return ['', `  ${bar}`, `  ${ends}  (10th percentile, median, 90th)`]
}

function compared({ similar, trend, ...answer }: InsightResponse): string[] {
  const lines: string[] = []
  if (similar) {
    const against = similar.vs_median_pct === null ? '' : `, ${signed(similar.vs_median_pct)} against it`
    lines.push(
      `Similar hotels: median ${figure({ similar, trend, ...answer }, similar.median)} of ${similar.hotels}${against}`,
    )
  }
  if (trend)
    lines.push(`Trend: ${trend.direction}, ${signed(trend.change_pct)} in ${plural(trend.days, 'day')}`)
  return lines.length > 0 ? ['', ...lines] : []
}

/** From the longest lead time to the shortest, as time goes by. */
function leadLines(answer: InsightResponse): string[] {
  const points = answer.lead_curve.toReversed()
  if (points.length < 2) return []
  const steps = points.map(({ median }, index) => ({ fromMs: index, value: median }))
  const last = points.at(-1)
  const first = points[0]
  return [
    '',
    `Lead time: ${sparkline(steps, points.length - 1, points.length)}  from ${first?.lead_days[0]} days ahead to ${last?.lead_days[0]}`,
  ]
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
}
