import type { Client } from '../client.ts'
import type { Job, Quote } from '../generated/shapes.ts'
import type { WaitOptions } from '../jobs.ts'
import type { Receipt } from '../send.ts'
import type { Finished } from '../wait-for.ts'
import type { OutputOptions, PriceOptions } from './options.ts'
import type { Shell } from './shell.ts'
import { judgeAll, whileWaiting } from './waiting.ts'
import { amount, credits, plural } from './words.ts'

export function printJson(shell: Shell, value: unknown): void {
  shell.print(JSON.stringify(value, undefined, shell.stdout.isTTY ? 2 : 0))
}

/** Prints the charge on stderr, so that it stays out of pipes. Prints nothing for free calls. */
export function sayPrice(shell: Shell, { credits: { charged, remaining } }: Pick<Receipt, 'credits'>): void {
  if (charged === 0) return
  const left = remaining === null ? '' : `, ${amount(remaining)} left`
  shell.say(shell.paintError('dim', `${credits(charged)} charged${left}`))
}

/** Says that a list was cut short. JSON output already carries the cursor. */
export function sayMore(shell: Shell, { next_cursor }: { next_cursor: string | null }, how: string): void {
  if (next_cursor !== null) shell.say(shell.paintError('dim', `There are more. ${how}`))
}

/** Prints an answer as JSON or as a table. */
export function give<Data>(
  shell: Shell,
  { json }: OutputOptions,
  answer: Pick<Receipt, 'credits'> & { data: Data },
  show: (data: Data) => string,
): void {
  if (json) return printJson(shell, answer.data)
  shell.print(show(answer.data))
  sayPrice(shell, answer)
}

interface Asking<Data> {
  ask(client: Client): Promise<Receipt & { data: Data }>
  quote(client: Client): Promise<{ data: Quote }>
  show(data: Data): string
}

/** Runs one query: a quote with `--dry-run`, otherwise the answer. */
export async function ask<Data>(shell: Shell, options: PriceOptions, asking: Asking<Data>): Promise<void> {
  const client = await shell.client()
  if (options.dryRun) return giveQuote(shell, options, await asking.quote(client))
  give(shell, options, await asking.ask(client), asking.show)
}

/** What an answer says of the nights that its jobs do not fetch. */
interface Filled {
  not_filled?: { hotels: number; nights: number; chains: string[] } | undefined
}

interface AskingWhole<Data extends Filled> {
  /** The answer at once, with what is known, and the jobs that fetch the rest. */
  ask(client: Client): Promise<Receipt & { data: Data & { job?: Job; jobs?: Job[] } }>
  /** Waits for the jobs, and answers once. */
  whole(client: Client, options: WaitOptions): Promise<Finished<Data>>
  quote(client: Client): Promise<{ data: Quote }>
  show(data: Data): string
}

export interface WaitingOptions {
  wait: boolean
}

/** Runs a query that may have to wait for jobs; with `--no-wait` it shows what is known, and names the jobs. */
export async function askWhole<Data extends Filled>(
  shell: Shell,
  options: PriceOptions & WaitingOptions,
  { ask: atOnce, whole, quote, show }: AskingWhole<Data>,
): Promise<void> {
  const client = await shell.client()
  if (options.dryRun) return giveQuote(shell, options, await quote(client))
  if (!options.wait) {
    const answer = await atOnce(client)
    give(shell, options, answer, show)
    sayLeftOut(shell, answer.data)
    const { job, jobs = job ? [job] : [] } = answer.data
    for (const { id } of jobs)
      shell.say(`${id} is fetching more. Run \`vacancy jobs wait ${id}\`, then repeat this command.`)
    return
  }
  const waiting = whileWaiting(shell)
  const finished = await whole(client, waiting).finally(waiting.end)
  give(shell, options, finished, show)
  sayLeftOut(shell, finished.data)
  judgeAll(shell, finished.jobs)
}

function sayLeftOut(shell: Shell, { not_filled: left }: Filled): void {
  if (!left || left.nights === 0) return
  const what = `${plural(left.nights, 'night')} of ${plural(left.hotels, 'hotel')} (${left.chains.join(', ')})`
  shell.say(
    `Not fetched: ${what}. Repeat the command to fetch on; over several nights, with \`--fill stale\`.`,
  )
}

export function giveQuote(shell: Shell, { json }: OutputOptions, { data }: { data: Quote }): void {
  if (json) return printJson(shell, data)
  const { quote } = data
  const range =
    quote.credits_min === quote.credits_max
      ? credits(quote.credits_max)
      : `${amount(quote.credits_min)} to ${credits(quote.credits_max)}`
  const parts = [
    `${plural(quote.live, 'unit')} live`,
    `${plural(quote.cached, 'unit')} cached`,
    ...(quote.free > 0 ? [`${quote.free} free`] : []),
  ]
  shell.print(`${range}: ${parts.join(', ')}`)
  shell.say(shell.paintError('dim', 'This was a dry run. Nothing was charged.'))
}
