import type { Command } from 'commander'
import type { OutlookResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { withAsking, withExamples } from './options.ts'
import type { Style } from './paint.ts'
import { readStay, type StayOptions, type StayWords, stayCommand, stayInput } from './rates.ts'
import type { Shell } from './shell.ts'
import { longDate, money, number, place, plural } from './words.ts'

const ADVICE: Readonly<Record<OutlookResponse['advice'], { text: string; style: Style }>> = {
  book: { text: 'book now', style: 'green' },
  wait: { text: 'wait', style: 'green' },
  either: { text: 'book or wait', style: 'bold' },
  unknown: { text: 'no advice', style: 'dim' },
}

/** `vacancy outlook`: will it get cheaper? */
export function add(program: Command, shell: Shell): void {
  const outlook = stayCommand(program, 'outlook')
    .description('tell how often such a price fell before arrival: book now, or wait?')
    .option('--award', 'points instead of cash')
    .action(async (...words: StayWords<StayOptions & { award?: boolean }>) => {
      const { options, ...asked } = readStay(words)
      const input = async (client: Parameters<typeof stayInput>[1]) => ({
        ...(await stayInput(shell, client, asked, options)),
        kind: options.award ? ('award' as const) : undefined,
      })
      await ask(shell, options, {
        ask: async (client) => client.outlook(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.outlook(await input(client), { signal: shell.signal }),
        show: (data) => showOutlook(shell, data),
      })
    })
  withExamples(
    withAsking(outlook),
    ['outlook aurelia LONAU +30d', 1.25],
    ['outlook aurelia LONAU +30d --los 2 --award', 1.25],
    ['outlook aurelia LONAU +30d --json | jq .advice', 1.25],
  )
}

function showOutlook(shell: Shell, answer: OutlookResponse): string {
  const { query, hotel, basis, currency, current } = answer
  const { paint } = shell
  const price = current[basis]
  const lines = [
    `${paint('bold', place(hotel) || query.hotel_code)}  ${paint('dim', `${query.chain}:${query.hotel_code}`)}`,
    `${longDate(query.checkin)}, ${plural(query.los, 'night')}: ${price === null ? 'no price' : figure(price)}`,
    ...outlookLines(shell, answer),
  ]
  return `${lines.join('\n')}\n`

  function figure(value: number): string {
    return basis === 'lowest_points' ? `${number(value)} points` : `${currency} ${money(value, currency)}`
  }
}

/** The advice, why, and each fall. */
export function outlookLines(
  { paint }: Shell,
  outlook: Pick<OutlookResponse, 'advice' | 'why' | 'drops'>,
): string[] {
  const { text, style } = ADVICE[outlook.advice]
  return [`Will it get cheaper? ${paint(style, text)}`, outlook.why, ...outlook.drops.map(dropLine)]
}

function dropLine({
  drop_pct,
  probability,
  base_rate,
  n,
  brier,
  base_brier,
  proven,
}: OutlookResponse['drops'][number]): string {
  const fall = `  ${String(drop_pct).padStart(2)} % cheaper`
  if (probability === null) return `${fall}: not known`
  const usual = base_rate === null ? '' : `, ${share(base_rate)} in its market`
  const tested =
    brier === null || base_brier === null
      ? 'not tested'
      : `error ${brier.toFixed(3)} against ${base_brier.toFixed(3)} in ${plural(n, 'test')}${proven ? '' : ', not proven'}`
  return `${fall}: ${share(probability)}${usual}  (${tested})`
}

function share(value: number): string {
  return `${Math.round(value * 100)} of 100`
}
