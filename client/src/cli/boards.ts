import type { Command } from 'commander'
import { Option } from 'commander'
import type { Board, GetBoardResponse } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { actionsOf } from './actions.ts'
import { give, giveQuote, sayMore } from './answer.ts'
import { moment } from './arguments.ts'
import { chooseCredentials } from './credentials.ts'
import { UsageError } from './exit.ts'
import { marketTable, parityTable } from './job-boards.ts'
import { merged } from './jobs.ts'
import { leave } from './matrix.ts'
import {
  type AskOptions,
  askedOf,
  type OutputOptions,
  withAsking,
  withExamples,
  withOutput,
} from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { judge, waitFor } from './waiting.ts'
import { plural, shortMoment } from './words.ts'

type MakeOptions = AskOptions & { parity?: boolean; timezone?: string; wait: boolean }

/** `vacancy boards`: the market or the parity of a set, kept on the server. */
export function add(program: Command, shell: Shell): void {
  const boards = withOutput(
    program.command('boards').description('list your boards; subcommands fetch, show and share them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(boards)
      const client = await shell.client()
      const answer = await client.listBoards({ limit: 1000 }, { signal: shell.signal })
      give(shell, options, answer, ({ boards: found }) => boardsTable(shell, found))
      if (!options.json) sayMore(shell, answer.data, 'Only the newest are shown.')
    })
  withExamples(
    boards,
    'boards',
    'boards make set_… +1d..+60d --currency GBP',
    'boards make set_… +1d..+30d --parity --max-credits 150',
    'boards show brd_…',
    'boards share brd_… --ends-at +90d',
  )
  addMake(boards, shell)
  addShare(boards, shell)
  const sent = { signal: shell.signal }
  const action = actionsOf(boards, shell, ['<board>', 'brd_…'])
  action(
    'show',
    'show the newest figures of a board; free',
    (client, id) => client.getBoard({ id }, sent),
    (board) => boardText(shell, board),
  )
  action(
    'unshare',
    'end the link to a board at once',
    (client, id) => client.unshareBoard({ id }, sent),
    () => 'The board is no longer shared.\n',
  )
  action(
    'delete',
    'delete a board; its jobs and its set stay',
    (client, id) => client.deleteBoard({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
}

function addMake(boards: Command, shell: Shell): void {
  const make = boards
    .command('make')
    .description('fetch a board: the market of a set, or the parity of its subject')
    .argument('<set>', 'set_…')
    .argument('<nights>', 'FROM..TO (inclusive); +1d counts from today', relativeNights)
    .option('--parity', 'compare the subject with its listings at agencies, instead of with the set')
    .option('--timezone <zone>', 'whose day +1d counts from (default UTC)')
    .option('--no-wait', 'print the id of the job and exit')
    .action(async (set: string, nights: Input<'makeBoard'>['nights'], given: MakeOptions) => {
      const options = merged(boards, given)
      const client = await shell.client()
      const input = {
        set,
        kind: options.parity ? ('parity' as const) : ('market' as const),
        nights,
        timezone: options.timezone,
        ...askedOf(options),
      }
      const sent = { signal: shell.signal }
      if (options.dryRun) return giveQuote(shell, options, await client.quote.makeBoard(input, sent))
      const { board, job } = (await client.makeBoard(input, sent)).data
      if (!options.wait) return leave(shell, options, { job })
      judge(shell, await waitFor(shell, client, job.id))
      give(shell, options, await client.getBoard({ id: board.id }, sent), (data) => boardText(shell, data))
    })
  withAsking(make)
}

function addShare(boards: Command, shell: Shell): void {
  withOutput(
    boards
      .command('share')
      .description('make a link to a board for people without an account; it replaces the one before')
      .argument('<board>', 'brd_…')
      .addOption(
        new Option('--ends-at <time>', 'when it ends, such as 2027-12-31T00:00:00Z').argParser(moment),
      ),
  ).action(async (id: string, { endsAt, ...options }: OutputOptions & { endsAt?: string }) => {
    const client = await shell.client()
    const answer = await client.shareBoard({ id, ends_at: endsAt }, { signal: shell.signal })
    const { url: base } = await chooseCredentials(shell.env)
    give(
      shell,
      merged(boards, options),
      answer,
      ({ url }) => `${url === null ? '' : new URL(url, base).href}\n`,
    )
  })
}

function relativeNights(text: string): { from: string; to: string } {
  const [from = '', to = from, ...more] = text.split('..')
  const isNight = (word: string) => /^(\+\d{1,3}d|\d{4}-\d{2}-\d{2})$/.test(word)
  if (more.length > 0 || !isNight(from) || !isNight(to))
    throw new UsageError(`Write the nights as +1d..+60d or 2027-03-01..2027-03-31, not ${text}.`)
  return { from, to }
}

function boardsTable(shell: Shell, boards: readonly Board[]): string {
  if (boards.length === 0) return 'No boards. Run `vacancy boards make --help` to see how to fetch one.\n'
  return shell.table(
    [
      { title: 'Board', value: ({ id }) => id },
      { title: 'Set', flexible: true, value: ({ name, set }) => name ?? set },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Nights', value: ({ nights: { from, to } }) => `${from}..${to}` },
      { title: 'Fetched (UTC)', value: ({ refreshed_at: at }) => (at === null ? '' : shortMoment(at)) },
      { title: 'Shared', value: ({ link }) => (link ? 'yes' : '') },
    ],
    boards,
  )
}

function boardText(shell: Shell, { market, parity, failures, changes }: GetBoardResponse): string {
  const table = market ? marketTable(shell, market) : parity ? parityTable(shell, parity) : 'No rates yet.\n'
  const missing = failures.map(
    ({ chain, hotel_code: code, name, cells, codes }) =>
      `${name ?? `${chain}:${code}`}: ${plural(cells, 'rate')} missing (${codes.join(', ')})\n`,
  )
  const standing = market?.standing
  const lines = [
    ...(standing && standing.rank !== null
      ? [`Mean rank ${standing.rank} of ${standing.of}, rate index ${standing.rate_index}.\n`]
      : []),
    ...Object.entries(changes).flatMap(([span, change]) =>
      change
        ? [
            `Since ${shortMoment(change.since_at)} (${span}): ${change.cheaper} cheaper, ${change.dearer} dearer of ${change.compared}.\n`,
          ]
        : [],
    ),
  ]
  return [table, ...missing, ...lines].join('')
}
