import { type Command, Option } from 'commander'
import type { CreateEndpointRequest, Endpoint } from '../generated/shapes.ts'
import { actionsOf } from './actions.ts'
import { give, printJson } from './answer.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { addTest } from './tests.ts'
import { refuseUnknown } from './unknown-command.ts'

type EventTypes = NonNullable<CreateEndpointRequest['events']>

interface Fields extends OutputOptions {
  events?: EventTypes
  description?: string
}

/** `vacancy endpoints`: where events go. */
export function add(program: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const endpoints = withOutput(
    program.command('endpoints').description('list where events can go; subcommands manage them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(endpoints)
      const answer = await (await shell.client()).listEndpoints({}, sent)
      give(shell, options, answer, ({ endpoints: rows }) => endpointsTable(shell, rows))
    })
  withExamples(
    endpoints,
    'endpoints',
    'endpoints create webhook https://example.com/hook --description "Orders"',
    'endpoints create email me@example.com --events watch.rebook watch.undercut',
    'endpoints create slack https://hooks.slack.com/services/…',
    'endpoints change end_… --events all',
    'endpoints pause end_…',
  )
  addCreate(endpoints, shell)
  addChange(endpoints, shell)
  addActions(endpoints, shell)
}

function withFields(command: Command): Command {
  return withOutput(command)
    .option('--events <types...>', 'types of events that it gets, or all')
    .option('--description <text>', 'your words for it')
}

function addCreate(endpoints: Command, shell: Shell): void {
  withFields(endpoints.command('create').description('create an endpoint'))
    .argument('<kind>', 'webhook, slack or email')
    .argument('<address>', 'a URL, or an e-mail address')
    .action(async (kind: string, address: string, options: Fields) => {
      if (kind !== 'webhook' && kind !== 'slack' && kind !== 'email') {
        throw new UsageError('The kind must be webhook, slack or email.')
      }
      const client = await shell.client()
      const where = kind === 'email' ? { address } : { url: address }
      const { data } = await client.createEndpoint(
        { kind, ...where, ...fieldsOf(options) },
        { signal: shell.signal },
      )
      if (merged(endpoints, options).json) return printJson(shell, data)
      shell.print(data.secret === undefined ? data.id : `${data.id}\n${data.secret}`)
      if (data.secret !== undefined)
        shell.say('The second line is the secret that signs the webhooks. It is shown only once.')
      if (data.status === 'unverified') shell.say(`Follow the link in the mail to ${address} first.`)
    })
}

function addChange(endpoints: Command, shell: Shell): void {
  withFields(endpoints.command('change').description('change an endpoint; omitted options stay as they are'))
    .argument('<endpoint>', 'end_…')
    .addOption(new Option('--url <url>', 'new URL of a webhook or Slack channel').conflicts('address'))
    .option('--address <address>', 'e-mail address, which must be verified again')
    .action(async (id: string, options: Fields & { url?: string; address?: string }) => {
      const { url, address } = options
      const client = await shell.client()
      const answer = await client.changeEndpoint(
        { id, url, address, ...fieldsOf(options) },
        { signal: shell.signal },
      )
      give(shell, merged(endpoints, options), answer, (data) => endpointsTable(shell, [data]))
    })
}

function addActions(endpoints: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const addAction = actionsOf(endpoints, shell, ['<endpoint>', 'end_…'])
  const show = (data: Endpoint) => endpointsTable(shell, [data])
  addAction('show', 'show one endpoint', (client, id) => client.getEndpoint({ id }, sent), show)
  addAction(
    'pause',
    'send nothing to it',
    (client, id) => client.changeEndpoint({ id, status: 'paused' }, sent),
    show,
  )
  addAction(
    'resume',
    'send to it again',
    (client, id) => client.changeEndpoint({ id, status: 'active' }, sent),
    show,
  )
  addTest(endpoints, shell, {
    description: 'send a test event to it, and say whether it takes it',
    argument: ['<endpoint>', 'end_…'],
    send: (client, id) => client.waitFor.testEndpoint({ id }, sent),
  })
  addAction(
    'rotate-secret',
    'create a new secret of a webhook; the old one stays valid for a day',
    (client, id) => client.rotateEndpointSecret({ id }, sent),
    (data) => `${show(data)}\n${data.secret ?? ''}\n`,
  )
  addAction(
    'delete',
    'delete an endpoint',
    (client, id) => client.deleteEndpoint({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
}

/** `--events all` takes the filter away. */
function fieldsOf({ events, description }: Fields): Pick<CreateEndpointRequest, 'events' | 'description'> {
  const [only] = events ?? []
  return { events: events?.length === 1 && String(only) === 'all' ? null : events, description }
}

function endpointsTable(shell: Shell, endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0)
    return 'No endpoints. Run `vacancy endpoints create --help` to see how to create one.\n'
  return shell.table(
    [
      { title: 'Endpoint', value: ({ id }) => id },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Address', flexible: true, value: ({ url, address }) => address ?? url ?? '' },
      { title: 'Events', flexible: true, value: ({ events }) => events?.join(' ') ?? 'all' },
      {
        title: 'Status',
        value: ({ status, paused_reason: reason }) => ({
          text: reason === null ? status : `${status}, ${reason}`,
          style: status === 'active' ? 'green' : 'yellow',
        }),
      },
      { title: 'Description', flexible: true, value: ({ description }) => description ?? '' },
    ],
    endpoints,
  )
}
