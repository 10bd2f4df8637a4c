import { type Command, Option } from 'commander'
import type { CreateFeedRequest, Feed } from '../generated/shapes.ts'
import { actionsOf } from './actions.ts'
import { give } from './answer.ts'
import { list } from './arguments.ts'
import { chooseCredentials } from './credentials.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { shortMoment } from './words.ts'

interface FeedOptions extends OutputOptions {
  name?: string
  format?: CreateFeedRequest['format']
  columns?: string[]
}

/** `vacancy feeds`: links that spreadsheets read. */
export function add(program: Command, shell: Shell): void {
  const feeds = withOutput(
    program.command('feeds').description('list the links that spreadsheets read; subcommands manage them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(feeds)
      const client = await shell.client()
      const answer = await client.listFeeds({}, { signal: shell.signal })
      const linkOf = await linksOf(shell)
      give(shell, options, answer, ({ feeds: found }) => feedsTable(shell, found, linkOf))
    })
  withExamples(
    feeds,
    'feeds',
    'feeds create "Morning sheet" sch_…',
    'feeds create "Rates" sch_… --format xlsx --columns hotel_name,night,currency,lowest_bar_after_tax',
    'feeds rotate fed_…',
  )
  addCreate(feeds, shell)
  addChange(feeds, shell)
  addActions(feeds, shell)
}

function withTerms(command: Command): Command {
  return withOutput(command)
    .addOption(
      new Option('--format <format>', 'the ending of the link (default csv)').choices([
        'csv',
        'json',
        'xlsx',
      ]),
    )
    .option('--columns <names>', 'only these columns, for example night,lowest_bar', list)
}

function addCreate(feeds: Command, shell: Shell): void {
  withTerms(
    feeds
      .command('create')
      .description('make a link to the newest run of a schedule or a board, or to a job'),
  )
    .argument('<name>', 'a name for people')
    .argument('<schedule-board-or-job>', 'sch_…, brd_… or job_…')
    .action(async (name: string, id: string, { format = 'csv', columns, ...options }: FeedOptions) => {
      const client = await shell.client()
      const shown = id.startsWith('job_')
        ? { job: id }
        : id.startsWith('brd_')
          ? { board: id }
          : { schedule: id }
      const answer = await client.createFeed({ name, format, columns, ...shown }, { signal: shell.signal })
      const linkOf = await linksOf(shell)
      give(shell, merged(feeds, options), answer, (feed) => `${linkOf(feed)}\n`)
    })
}

function addChange(feeds: Command, shell: Shell): void {
  withTerms(feeds.command('change').description('change a feed; omitted options stay as they are'))
    .argument('<feed>', 'fed_…')
    .option('--name <name>', 'a name for people')
    .action(async (id: string, { name, format, columns, ...options }: FeedOptions) => {
      if (name === undefined && format === undefined && columns === undefined)
        throw new UsageError('Nothing to change. Give at least one option.')
      const client = await shell.client()
      const answer = await client.changeFeed({ id, name, format, columns }, { signal: shell.signal })
      const linkOf = await linksOf(shell)
      give(shell, merged(feeds, options), answer, (feed) => `${linkOf(feed)}\n`)
    })
}

/** The subcommands that take nothing but a feed. */
function addActions(feeds: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  withOutput(
    feeds
      .command('rotate')
      .description('replace the link of a feed; the old one stops working at once')
      .argument('<feed>', 'fed_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    const answer = await client.rotateFeed({ id }, sent)
    const linkOf = await linksOf(shell)
    give(shell, merged(feeds, options), answer, (feed) => `${linkOf(feed)}\n`)
  })
  actionsOf(feeds, shell, ['<feed>', 'fed_…'])(
    'delete',
    'delete a feed; its link stops working at once',
    (client, id) => client.deleteFeed({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
}

/** A server that does not know its own address tells a path only. */
async function linksOf({ env }: Shell): Promise<(feed: Feed) => string> {
  const { url: base } = await chooseCredentials(env)
  return ({ url }) => (url === null ? 'lost; rotate it' : new URL(url, base).href)
}

function feedsTable(shell: Shell, feeds: readonly Feed[], linkOf: (feed: Feed) => string): string {
  if (feeds.length === 0) return 'No feeds. Run `vacancy feeds create --help` to see how to create one.\n'
  return shell.table(
    [
      { title: 'Feed', value: ({ id }) => id },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'Shows', value: ({ schedule, board, job }) => schedule ?? board ?? job ?? 'deleted' },
      { title: 'Read (UTC)', value: ({ last_read_at: at }) => (at === null ? '' : shortMoment(at)) },
      { title: 'Link', value: linkOf },
    ],
    feeds,
  )
}
