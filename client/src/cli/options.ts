import { type Command, Option } from 'commander'
import { country, currency, decimalNumber, durationOrAuto, integer, integers } from './arguments.ts'
import { credits } from './words.ts'

export interface OutputOptions {
  json?: boolean
}

export interface PriceOptions extends OutputOptions {
  dryRun?: boolean
  maxCredits?: number
}

export interface FreshOptions {
  currency?: string
  maxAge?: number | 'auto'
  live?: boolean
}

export interface PartyOptions {
  adults?: number | undefined
  children?: number | undefined
  childrenAges?: number[] | undefined
  rooms?: number | undefined
}

interface PartyFields {
  adults?: number | undefined
  children?: number | undefined
  children_ages?: number[] | undefined
  rooms?: number | undefined
}

/** Who asks. */
export interface SaleOptions {
  country?: string | undefined
  device?: 'desktop' | 'mobile' | undefined
}

/** Whether to keep what the sources send. */
export interface ReceiptOptions {
  receipt?: boolean | undefined
}

export type AskOptions = PriceOptions & FreshOptions & PartyOptions

export function withOutput(command: Command): Command {
  return command.option('--json', 'print the answer as JSON')
}

/** For commands that wait for the jobs that they start. */
const NO_WAIT = ['--no-wait', 'do not wait for jobs: show what is known, and name them'] as const

export interface FillOptions {
  fill?: 'missing' | 'stale' | 'none'
  fillBudget?: number
}

/** For commands whose jobs fetch what is not known. */
export function withFill(command: Command): Command {
  return command
    .addOption(
      new Option('--fill <what>', 'which hotels to fetch, if they are not known').choices([
        'missing',
        'stale',
        'none',
      ]),
    )
    .option(
      '--fill-budget <credits>',
      'fetch no more than this pays for, nearest hotels first',
      decimalNumber,
    )
    .option(...NO_WAIT)
}

export function fillOf({ fill, fillBudget }: FillOptions) {
  return { fill, fill_budget: fillBudget }
}

/** For every command that can cost credits. */
export function withPrice(command: Command): Command {
  return withOutput(command)
    .option('--dry-run', 'only show what the call could cost (free)')
    .option('--max-credits <n>', 'refuse the call if it could cost more than n credits', decimalNumber)
}

function withFreshness(command: Command): Command {
  return command
    .option('--currency <code>', 'preferred currency (default USD)', currency)
    .option(
      '--max-age <time>',
      'maximum age of a cached answer: seconds, or 30m, 6h, 7d; auto: as long as prices of the hotel stay the same',
      durationOrAuto,
    )
    .addOption(new Option('--live', 'always ask the source, ignore the cache').conflicts('maxAge'))
}

export function withParty(command: Command): Command {
  return command
    .option('--adults <n>', 'adults per room (default 2)', integer)
    .option('--children <n>', 'children per room (default 0)', integer)
    .option('--children-ages <list>', 'their ages, such as 4,9 (default 8 each)', integers)
    .option('--rooms <n>', 'number of rooms (default 1)', integer)
}

/** For commands that can ask for a point of sale. */
export function withSale(command: Command): Command {
  return command
    .option('--country <code>', 'ask as a guest in this country, if the source takes it', country)
    .addOption(
      new Option('--device <device>', 'ask as a guest on this device, if the source takes it').choices([
        'desktop',
        'mobile',
      ]),
    )
}

/** For commands whose answers can have a receipt. */
export function withReceipt(command: Command): Command {
  return command.option('--receipt', 'keep what the sources send, signed, for 0.5 credits more')
}

export function receiptOf({ receipt }: ReceiptOptions) {
  return receipt ? { receipt } : {}
}

export function saleOf({ country: from, device }: SaleOptions) {
  if (from === undefined && device === undefined) return {}
  return { point_of_sale: { country: from, device } }
}

/** Options of every rate query: party, freshness and price. */
export function withAsking(command: Command): Command {
  return withPrice(withFreshness(withParty(command)))
}

export function partyOf({ adults, children, childrenAges, rooms }: PartyOptions): PartyFields {
  return { adults, children, children_ages: childrenAges, rooms }
}

interface FreshFields {
  currency?: string | undefined
  max_age?: number | 'auto' | undefined
}

function freshnessOf({ currency: asked, maxAge, live }: FreshOptions): FreshFields {
  return { currency: asked, max_age: live ? 0 : maxAge }
}

/** The request fields that all rate queries share. */
export function askedOf(
  options: AskOptions,
): PartyFields & FreshFields & { max_credits?: number | undefined } {
  return { ...partyOf(options), ...freshnessOf(options), max_credits: options.maxCredits }
}

/** An example, with the credits that it costs at most where nothing is cached; free ones have none. */
export type Example = string | readonly [example: string, credits: number]

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly Example[]): Command {
  const lines = examples.map((each) => {
    const [example, cost] = typeof each === 'string' ? [each, 0] : each
    return `  $ vacancy ${example}${cost === 0 ? '' : `   # at most ${credits(cost)}`}`
  })
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}
