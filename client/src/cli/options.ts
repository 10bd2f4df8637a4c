import { type Command, Option } from 'commander'
import { currency, decimalNumber, duration, integer } from './arguments.ts'

export interface OutputOptions {
  json?: boolean
}

export interface PriceOptions extends OutputOptions {
  dryRun?: boolean
  maxCredits?: number
}

export interface FreshOptions {
  currency?: string
  maxAge?: number
  live?: boolean
}

export interface PartyOptions {
  adults?: number | undefined
  children?: number | undefined
  rooms?: number | undefined
}

export type AskOptions = PriceOptions & FreshOptions & PartyOptions

export function withOutput(command: Command): Command {
  return command.option('--json', 'print the answer as JSON')
}

/** For every command that can cost credits. */
export function withPrice(command: Command): Command {
  return withOutput(command)
    .option('--dry-run', 'only show what the call could cost (free)')
    .option('--max-credits <n>', 'refuse the call if it could cost more than n credits', decimalNumber)
}

export function withFreshness(command: Command): Command {
  return command
    .option('--currency <code>', 'preferred currency (default USD)', currency)
    .option('--max-age <time>', 'maximum age of a cached answer: seconds, or 30m, 6h, 7d', duration)
    .addOption(new Option('--live', 'always ask the source, ignore the cache').conflicts('maxAge'))
}

export function withParty(command: Command): Command {
  return command
    .option('--adults <n>', 'adults per room (default 2)', integer)
    .option('--children <n>', 'children per room (default 0)', integer)
    .option('--rooms <n>', 'number of rooms (default 1)', integer)
}

/** Options of every rate query: party, freshness and price. */
export function withAsking(command: Command): Command {
  return withPrice(withFreshness(withParty(command)))
}

export function partyOf({ adults, children, rooms }: PartyOptions): PartyOptions {
  return { adults, children, rooms }
}

interface FreshFields {
  currency?: string | undefined
  max_age?: number | undefined
}

export function freshnessOf({ currency: asked, maxAge, live }: FreshOptions): FreshFields {
  return { currency: asked, max_age: live ? 0 : maxAge }
}

/** The request fields that all rate queries share. */
export function askedOf(
  options: AskOptions,
): PartyOptions & FreshFields & { max_credits?: number | undefined } {
  return { ...partyOf(options), ...freshnessOf(options), max_credits: options.maxCredits }
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ vacancy ${example}`)
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}
