import { type Command, InvalidArgumentError } from 'commander'
import type { TransferPartner, Wallet } from '../generated/shapes.ts'
import { give } from './answer.ts'
import { currency, integer, list } from './arguments.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { number, plural, shortDate } from './words.ts'

export interface Certificates {
  chain: string
  id: string
  count: number
}

/** What a wallet is made of on the command line. */
export interface Held {
  points?: Record<string, number>
  bank?: Record<string, number>
  cert?: Certificates[]
  elite?: string[]
}

interface WalletOptions extends OutputOptions, Held {
  currency?: string
}

/** `vacancy wallet` and `vacancy transfers`. */
export function add(program: Command, shell: Shell): void {
  const wallet = withOutput(
    program
      .command('wallet')
      .description('show your saved points, certificates and status; `set` saves them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(wallet)
      const client = await shell.client()
      give(shell, options, await client.getWallet({}, { signal: shell.signal }), showWallet)
    })
  withExamples(
    wallet,
    'wallet',
    'wallet set --points aurelia=120000 --bank meridian=60000 --cert aurelia:40k:2',
  )
  withOutput(withHeld(wallet.command('set').description('replace the saved wallet')))
    .option('--currency <code>', 'the currency that you count in', currency)
    .action(async ({ points, bank, cert, elite, currency: counted, ...options }: WalletOptions) => {
      if ([points, bank, cert, elite, counted].every((value) => value === undefined))
        throw new UsageError('Say what to save, for example --points aurelia=120000.')
      const client = await shell.client()
      const content = { points, banks: bank, certificates: cert, elite, currency: counted }
      const answer = await client.putWallet(content, { signal: shell.signal })
      give(shell, merged(wallet, options), answer, showWallet)
    })

  const transfers = withOutput(
    program.command('transfers').description('list which points of banks become points of chains'),
  ).action(async (options: OutputOptions) => {
    const client = await shell.client()
    const answer = await client.listTransfers({}, { signal: shell.signal })
    give(shell, options, answer, ({ transfer_partners: partners }) => transfersTable(shell, partners))
  })
  withExamples(transfers, 'transfers')
}

export function withHeld(command: Command): Command {
  return command
    .option('--points <chain=n>', 'your points at a chain; can be repeated', amountsOf(integer))
    .option(
      '--bank <bank=n>',
      'your points at a bank (`vacancy transfers`); can be repeated',
      amountsOf(integer),
    )
    .option('--cert <chain:id>', 'a free-night certificate, or several: aurelia:40k:2', certificateArgument)
    .option('--elite <list>', 'chains where you have elite status, separated by commas', list)
}

function showWallet(wallet: Wallet): string {
  if (wallet.updated_at === null) return 'No wallet is saved. Save one with `vacancy wallet set`.\n'
  const lines = [
    ...Object.entries(wallet.points).map(([chain, count]) => `${number(count)} ${chain} points`),
    ...Object.entries(wallet.banks).map(([bank, count]) => `${number(count)} points at ${bank}`),
    ...wallet.certificates.map(({ chain, id, count }) => plural(count, `${chain} ${id} certificate`)),
    ...wallet.elite.map((chain) => `elite at ${chain}`),
    ...(wallet.currency === null ? [] : [`counts in ${wallet.currency}`]),
  ]
  return `${(lines.length > 0 ? lines : ['The wallet is empty.']).join('\n')}\n`
}

function transfersTable(shell: Shell, partners: readonly TransferPartner[]): string {
  if (partners.length === 0) return 'This service knows no bank whose points can be transferred.\n'
  return shell.table(
    [
      { title: 'bank', value: ({ bank }) => bank },
      { title: 'chain', value: ({ chain }) => chain },
      { title: 'ratio', align: 'right', value: ({ ratio }) => ratio.join(':') },
      { title: 'step', align: 'right', value: ({ step }) => number(step) },
      { title: 'minimum', align: 'right', value: ({ minimum }) => number(minimum) },
      { title: 'bonus today', value: bonusText },
    ],
    partners,
  )
}

function bonusText({ bonus, bonus_today: pct }: TransferPartner): string {
  if (pct === null) return ''
  const today = new Date().toISOString().slice(0, 10)
  const last = bonus.find((offer) => offer.pct === pct && offer.from <= today && today <= offer.to)?.to
  return `${pct} %${last === undefined ? '' : ` until ${shortDate(last)}`}`
}

/** `aurelia=120000`. The option can be repeated. */
export function amountsOf(read: (text: string) => number) {
  return (text: string, before: Record<string, number> = {}): Record<string, number> => {
    const [chain = '', amount = '', ...more] = text.split('=')
    if (chain === '' || amount === '' || more.length > 0)
      throw new InvalidArgumentError('Write NAME=NUMBER, for example aurelia=120000.')
    return { ...before, [chain]: read(amount) }
  }
}
/** `aurelia:40k`, or two of them: `aurelia:40k:2`. The option can be repeated. */
function certificateArgument(text: string, before: Certificates[] = []): Certificates[] {
  const [chain = '', id = '', count = '1', ...more] = text.split(':')
  if (chain === '' || id === '' || more.length > 0)
    throw new InvalidArgumentError('Write CHAIN:ID or CHAIN:ID:COUNT, for example aurelia:40k:2.')
  return [...before, { chain, id, count: integer(count) }]
}
