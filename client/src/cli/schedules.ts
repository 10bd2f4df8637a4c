import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CreateScheduleRequest, Schedule, ScheduleRun } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { actionsOf } from './actions.ts'
import { give, printJson, sayMore } from './answer.ts'
import { decimalNumber, integer, list } from './arguments.ts'
import { UsageError } from './exit.ts'
import { FORMATS } from './export.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { amount, number, shortMoment } from './words.ts'

interface ScheduleOptions extends OutputOptions {
  name?: string
  ask?: CreateScheduleRequest['ask']
  body?: Record<string, unknown>
  every?: CreateScheduleRequest['every']
  at?: string
  on?: string[]
  timezone?: string
  maxCredits?: number
  format?: CreateScheduleRequest['format']
  deliver?: CreateScheduleRequest['deliver']
  endpoint?: string[]
}

/** `vacancy schedules`: calls that the service makes regularly. */
export function add(program: Command, shell: Shell): void {
  const schedules = withOutput(
    program.command('schedules').description('list your schedules; subcommands manage them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(schedules)
      const client = await shell.client()
      const answer = await client.listSchedules({ limit: 1000 }, { signal: shell.signal })
      give(shell, options, answer, ({ schedules: found }) => schedulesTable(shell, found))
    })
  withExamples(
    schedules,
    'schedules',
    `schedules create "London" --ask compset --body '{"set":"set_…","checkin":"+7d"}' --every day --at 06:30 --timezone Europe/London --max-credits 20`,
    `schedules create "Weekends" --ask matrix --body '{"set":"set_…","nights":{"from":"+1d","to":"+90d","days":["fri","sat"]}}' --every week --on mon,thu --timezone America/New_York --max-credits 500 --format parquet`,
    'schedules runs sch_…',
    'schedules pause sch_…',
  )
  addCreate(schedules, shell)
  addChange(schedules, shell)
  addActions(schedules, shell)
  addRuns(schedules, shell)
}

function withTerms(command: Command): Command {
  return withOutput(command)
    .addOption(new Option('--ask <call>', 'which call a run makes').choices(['matrix', 'compset', 'parity']))
    .option('--body <json>', 'its body; dates may be relative to the day of the run: +7d', json)
    .addOption(new Option('--every <interval>', 'how often').choices(['hour', 'day', 'week']))
    .option('--at <time>', 'local time HH:MM, or 00:MM for hourly runs (default 00:00)')
    .option('--on <days>', 'days of weekly runs, for example mon,thu', list)
    .option('--timezone <zone>', 'for example Europe/London')
    .option('--max-credits <n>', 'leave out runs that could cost more', decimalNumber)
    .addOption(new Option('--format <format>', 'format of the files (default csv)').choices([...FORMATS]))
    .addOption(
      new Option('--deliver <how>', 'whether mails have the file (default link)').choices([
        'link',
        'attachment',
      ]),
    )
    .option('--endpoint <ids>', 'who gets the events, for example end_…', list)
}

function addCreate(schedules: Command, shell: Shell): void {
  withTerms(schedules.command('create').description('make a call every hour, day or week'))
    .argument('<name>', 'a name for people')
    .action(async (name: string, options: ScheduleOptions) => {
      const { ask, body, every, timezone, maxCredits } = options
      if (!ask || !body || !every || timezone === undefined || maxCredits === undefined)
        throw new UsageError('Give --ask, --body, --every, --timezone and --max-credits.')
      const client = await shell.client()
      const input = { ...fieldsOf(options), name, ask, body, every, timezone, max_credits: maxCredits }
      const answer = await client.createSchedule(input, { signal: shell.signal })
      give(shell, merged(schedules, options), answer, ({ id }) => `${id}\n`)
      const { next_run_at: next } = answer.data
      if (!merged(schedules, options).json && next !== null)
        shell.say(`It runs first at ${shortMoment(next)} UTC.`)
    })
}

function addChange(schedules: Command, shell: Shell): void {
  withTerms(schedules.command('change').description('change a schedule; omitted options stay as they are'))
    .argument('<schedule>', 'sch_…')
    .option('--name <name>', 'a name for people')
    .action(async (id: string, options: ScheduleOptions) => {
      const fields = fieldsOf(options)
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('Nothing to change. Give at least one option.')
      const client = await shell.client()
      const answer = await client.changeSchedule({ id, ...fields }, { signal: shell.signal })
      give(shell, merged(schedules, options), answer, (data) => schedulesTable(shell, [data]))
    })
}

/** The fields that were given. */
function fieldsOf(options: ScheduleOptions): Omit<Input<'changeSchedule'>, 'id'> {
  const { name, ask, body, every, at, on, timezone, maxCredits, format, deliver, endpoint } = options
  return {
    name,
    ask,
    body,
    every,
    at,
    on: on?.map(weekday),
    timezone,
    max_credits: maxCredits,
    format,
    deliver,
    endpoints: endpoint,
  }
}

/** The subcommands that take nothing but a schedule. */
function addActions(schedules: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const addAction = actionsOf(schedules, shell, ['<schedule>', 'sch_…'])
  const show = (data: Schedule) => schedulesTable(shell, [data])
  addAction('show', 'show one schedule', (client, id) => client.getSchedule({ id }, sent), show)
  addAction(
    'pause',
    'pause a schedule',
    (client, id) => client.changeSchedule({ id, status: 'paused' }, sent),
    show,
  )
  addAction(
    'resume',
    'resume a paused schedule',
    (client, id) => client.changeSchedule({ id, status: 'active' }, sent),
    show,
  )
  addAction(
    'run',
    'run a schedule now, for the price of one run',
    (client, id) => client.runSchedule({ id }, sent),
    ({ run }) => `${run.id}\n`,
  )
  addAction(
    'delete',
    'delete a schedule',
    (client, id) => client.deleteSchedule({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
}

function addRuns(schedules: Command, shell: Shell): void {
  withOutput(schedules.command('runs').description('list the runs of a schedule, newest first'))
    .argument('<schedule>', 'sch_…')
    .option('--limit <n>', 'number of runs (default 20)', integer)
    .action(async (id: string, { limit = 20, ...options }: OutputOptions & { limit?: number }) => {
      const client = await shell.client()
      const answer = await client.listRuns({ id, limit }, { signal: shell.signal })
      const { json: asJson } = merged(schedules, options)
      if (asJson) return printJson(shell, answer.data)
      shell.print(runsTable(shell, answer.data.runs))
      sayMore(shell, answer.data, 'Use --limit (up to 1,000).')
    })
}

function json(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value))
  } catch {}
  throw new InvalidArgumentError('Write the body as a JSON object, in single quotes.')
}

type Day = NonNullable<CreateScheduleRequest['on']>[number]
const DAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function weekday(text: string): Day {
  const day = DAYS.find((each) => each === text.toLowerCase())
  if (!day) throw new UsageError(`Write days as ${DAYS.join(', ')}.`)
  return day
}

function schedulesTable(shell: Shell, schedules: readonly Schedule[]): string {
  if (schedules.length === 0)
    return 'No schedules. Run `vacancy schedules create --help` to see how to create one.\n'
  return shell.table(
    [
      { title: 'Schedule', value: ({ id }) => id },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'Call', value: ({ ask }) => ask },
      { title: 'When', value: ({ every, at, on }) => [...(on ?? [`every ${every}`]), at].join(' ') },
      { title: 'Zone', value: ({ timezone }) => timezone },
      { title: 'at most', align: 'right', value: ({ max_credits: most }) => amount(most) },
      {
        title: 'Status',
        value: ({ status }) => ({ text: status, style: status === 'active' ? 'green' : 'yellow' }),
      },
      { title: 'Last', value: ({ last_run: last }) => last?.status ?? '' },
      { title: 'Next (UTC)', value: ({ next_run_at: at }) => (at === null ? '' : shortMoment(at)) },
    ],
    schedules,
  )
}

function runsTable(shell: Shell, runs: readonly ScheduleRun[]): string {
  if (runs.length === 0) return 'No runs yet.\n'
  return shell.table(
    [
      { title: 'Run', value: ({ id }) => id },
      { title: 'Due (UTC)', value: ({ due_at: at }) => (at === null ? 'by hand' : shortMoment(at)) },
      {
        title: 'Status',
        value: ({ status }) => ({ text: status, style: status === 'done' ? 'green' : 'yellow' }),
      },
      { title: 'cells', align: 'right', value: ({ cells }) => number(cells) },
      { title: 'credits', align: 'right', value: ({ credits: cost }) => amount(cost) },
      { title: 'Job', value: ({ job_id: job }) => job ?? '' },
      { title: 'Note', flexible: true, value: ({ message }) => message ?? '' },
    ],
    runs,
  )
}
