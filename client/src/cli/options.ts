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
  return command.option('--json', 'print the answer as it came, as JSON')
}

/** Of everything that can cost something. */
export function withPrice(command: Command): Command {
  return withOutput(command)
    .option('--dry-run', 'tell what it could cost instead; free, and no source is asked')
    .option('--max-credits <n>', 'refuse if it could cost more than this', decimalNumber)
}

export function withFreshness(command: Command): Command {
  return command
    .option('--currency <code>', 'the currency that you would like (USD)', currency)
    .option('--max-age <time>', 'how old a stored answer may be: seconds, or 30m, 6h, 7d', duration)
    .addOption(new Option('--live', 'ask the source, whatever is stored').conflicts('maxAge'))
}

/** Of every question about rates: who travels, how fresh, at what price. */
export function withAsking(command: Command): Command {
  command
    .option('--adults <n>', 'per room (2)', integer)
    .option('--children <n>', 'per room (0)', integer)
    .option('--rooms <n>', 'rooms of the same kind (1)', integer)
  return withPrice(withFreshness(command))
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

/** The fields that every question about rates shares. */
export function askedOf(
  options: AskOptions,
): PartyOptions & FreshFields & { max_credits?: number | undefined } {
  return { ...partyOf(options), ...freshnessOf(options), max_credits: options.maxCredits }
}

/** Examples below a command's help. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ vacancy ${example}`)
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}
