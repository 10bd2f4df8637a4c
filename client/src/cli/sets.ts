import type { Command } from 'commander'
import type { HotelSet } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { give, printJson } from './answer.ts'
import { UsageError } from './exit.ts'
import { HOTELS, type HotelAsk, hotelAsks, hotelOf, hotelsOf } from './hotel-name.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { number, shortMoment } from './words.ts'

interface SetOptions extends OutputOptions {
  name?: string
  /** False: `--no-subject`. */
  subject?: HotelAsk[] | boolean
}

const SUBJECT = 'the hotel that the others are compared with, one of the list'

/** `vacancy sets`: saved lists of hotels. */
export function add(program: Command, shell: Shell): void {
  const sets = withOutput(
    program.command('sets').description('list your saved sets of hotels; subcommands manage them'),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions) => {
      refuseUnknown(sets)
      const found = await allSets(shell)
      if (options.json) printJson(shell, { sets: found, next_cursor: null })
      else shell.print(setsTable(shell, found))
    })
  withExamples(
    sets,
    'sets create "London" aurelia:LONAU brightwater:LONWSBW castellan:LONCA --subject aurelia:LONAU',
    'compset +30d --set set_…',
    'sets change set_… aurelia:LONAU,NEWAU --no-subject',
    'sets delete set_…',
  )
  addCreate(sets, shell)
  addChange(sets, shell)
  addOthers(sets, shell)
}

function addCreate(sets: Command, shell: Shell): void {
  withOutput(sets.command('create').description('save a list of up to 200 hotels'))
    .argument('<name>', 'a name for people')
    .argument('<hotels...>', HOTELS, hotelAsks)
    .option('--subject <hotel>', SUBJECT, (text) => hotelAsks(text))
    .action(async (name: string, asked: HotelAsk[], options: SetOptions) => {
      const client = await shell.client()
      const subject = await subjectOf(shell, options)
      const input: Input<'createSet'> = {
        name,
        hotels: await hotelsOf(shell, client, asked),
        ...(subject && { subject }),
      }
      const answer = await client.createSet(input, { signal: shell.signal })
      give(shell, merged(sets, options), answer, ({ id }) => `${id}\n`)
    })
}

function addChange(sets: Command, shell: Shell): void {
  withOutput(sets.command('change').description('change a set; hotels replace the whole list'))
    .argument('<set>', 'set_…')
    .argument('[hotels...]', HOTELS, hotelAsks)
    .option('--name <name>', 'a name for people')
    .option('--subject <hotel>', SUBJECT, (text) => hotelAsks(text))
    .option('--no-subject', 'no subject any more')
    .action(async (id: string, asked: HotelAsk[], options: SetOptions) => {
      const client = await shell.client()
      const subject = await subjectOf(shell, options)
      if (asked.length === 0 && options.name === undefined && subject === undefined)
        throw new UsageError('Nothing to change. Give hotels, --name or --subject.')
      const input: Input<'changeSet'> = {
        id,
        ...(asked.length > 0 && { hotels: await hotelsOf(shell, client, asked) }),
        ...(options.name !== undefined && { name: options.name }),
        ...(subject !== undefined && { subject }),
      }
      const answer = await client.changeSet(input, { signal: shell.signal })
      give(shell, merged(sets, options), answer, (set) => setText(shell, set))
    })
}

function addOthers(sets: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  withOutput(sets.command('show').description('show the hotels of a set').argument('<set>', 'set_…')).action(
    async (id: string, options: OutputOptions) => {
      const client = await shell.client()
      give(shell, merged(sets, options), await client.getSet({ id }, sent), (set) => setText(shell, set))
    },
  )
  withOutput(sets.command('delete').description('delete a set').argument('<set>', 'set_…')).action(
    async (id: string, options: OutputOptions) => {
      const client = await shell.client()
      const answer = await client.deleteSet({ id }, sent)
      give(shell, merged(sets, options), answer, () => `${id} was deleted.\n`)
    },
  )
}

/** Undefined if the option was not given, null for `--no-subject`. */
async function subjectOf(shell: Shell, { subject }: SetOptions) {
  if (subject === false) return null
  if (subject === undefined || subject === true) return undefined
  const [hotel, ...more] = subject
  if (!hotel || more.length > 0) throw new UsageError('--subject takes one hotel.')
  return hotelOf(shell, await shell.client(), hotel)
}

async function allSets(shell: Shell): Promise<HotelSet[]> {
  const client = await shell.client()
  const sets: HotelSet[] = []
  let cursor: string | undefined
  for (;;) {
    const { data } = await client.listSets({ cursor }, { signal: shell.signal })
    sets.push(...data.sets)
    if (data.next_cursor === null) return sets
    cursor = data.next_cursor
  }
}

function setsTable(shell: Shell, sets: readonly HotelSet[]): string {
  if (sets.length === 0) return 'No sets. Run `vacancy sets create --help` to see how to save one.\n'
  return shell.table(
    [
      { title: 'Set', value: ({ id }) => id },
      { title: 'Name', flexible: true, value: ({ name }) => name },
      { title: 'hotels', align: 'right', value: ({ hotels }) => number(hotels.length) },
      {
        title: 'Subject',
        value: ({ subject }) => (subject ? `${subject.chain}:${subject.hotel_code}` : ''),
      },
      { title: 'Changed (UTC)', value: ({ updated_at }) => shortMoment(updated_at) },
    ],
    sets,
  )
}

function setText(shell: Shell, set: HotelSet): string {
  const lines = set.hotels.map(({ chain, hotel_code }) => `${chain}:${hotel_code}`)
  return `${setsTable(shell, [set])}\n${lines.join('\n')}\n`
}
