import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { VacancyError } from '../errors.ts'
import { giveQuote, sayPrice } from './answer.ts'
import { type HotelRef, hotels, type Nights, nights } from './arguments.ts'
import { EXIT, OutcomeError, UsageError } from './exit.ts'
import { type GridOptions, gridCommand, gridInput, leave } from './matrix.ts'
import { withAsking, withExamples } from './options.ts'
import type { Shell } from './shell.ts'
import { judge, waitFor } from './waiting.ts'

type Format = 'csv' | 'jsonl'

interface FileOptions {
  format?: Format
  output?: string
}

/** `vacancy export`: the cells of a grid, or of a job, as a file. */
export function add(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .description('a grid as a CSV or JSON-lines file; or the cells of a job that was started before')
    .argument('<nights-or-job>', 'FROM..TO, both included; or job_…', (word) =>
      word.startsWith('job_') ? word : nights(word),
    )
    .argument('[hotels...]', 'SOURCE:CODE, several of one source as SOURCE:CODE,CODE', hotels)
    .action(async (first: string | Nights, asked: HotelRef[], options: GridOptions & FileOptions) => {
      if (typeof first === 'string') {
        refuseBeside(asked, options)
        return exportJob(shell, first, options)
      }
      if (asked.length === 0) throw new UsageError('which hotels? Give at least one, as aurelia:LONAU.')
      if (options.json && options.wait && !options.dryRun) {
        throw new UsageError('a file is no JSON; `--format jsonl` writes a line of it for each cell')
      }
      // A folder that is not there is told before anything is paid for.
      if (options.output !== undefined) await stat(dirname(options.output))
      const client = await shell.client()
      const input = { ...gridInput(first, asked, options), format: options.format }
      const sent = { signal: shell.signal }
      if (options.dryRun) return giveQuote(shell, options, await client.quote.export(input, sent))
      const answer = await client.export(input, sent)
      if (answer.status === 200) {
        // Paid for, whether it arrives or not.
        return save(shell, answer.data, options).finally(() => sayPrice(shell, answer))
      }
      const { job } = answer.data
      if (!options.wait) return leave(shell, options, answer.data)
      judge(shell, await waitFor(shell, client, job.id))
      return exportJob(shell, job.id, options)
    })
  gridCommand(withFile(command))
  withExamples(
    withAsking(command),
    'export 2027-03-01..2027-03-31 aurelia:LONAU,NEWAU > march.csv',
    'export 2027-03-01..2027-03-31 aurelia:LONAU --award --format jsonl -o march.jsonl',
    'export job_2MkQ7cXn4vR0sYwEb1uTza -o again.csv',
  )
}

/** A job has its hotels, its nights and its price: nothing that was said beside it could be kept. */
function refuseBeside(asked: HotelRef[], options: GridOptions & FileOptions): void {
  const strange = Object.keys(options).some((name) => !['format', 'output', 'wait'].includes(name))
  if (asked.length > 0 || !options.wait || strange) {
    throw new UsageError('a job is exported as it is, at no charge: only --format and --output go with it')
  }
}

export function withFile(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'csv unless you say otherwise').choices(['csv', 'jsonl']))
    .option('-o, --output <file>', 'where to write it, instead of the standard output')
}

export async function exportJob(shell: Shell, id: string, options: FileOptions): Promise<void> {
  const client = await shell.client()
  const { data, headers } = await client.exportJob({ id, format: options.format }, { signal: shell.signal })
  await save(shell, data, options)
  const status = headers.get('x-job-status')
  if (status === 'queued' || status === 'running') {
    shell.say(`${id} is still ${status}: the file has what was there by now.`)
  }
}

async function save(
  shell: Shell,
  data: ReadableStream<Uint8Array<ArrayBuffer>>,
  { output }: FileOptions,
): Promise<void> {
  const { signal } = shell
  const source = Readable.fromWeb(data as Parameters<typeof Readable.fromWeb>[0])
  if (output === undefined) {
    const shown = pipeline(source, shell.stdout, { signal, end: false })
    return shown.catch((error: unknown) => refuse(error, 'what you see is not all of it'))
  }
  const { target, part } = await placesFor(output)
  try {
    await pipeline(source, createWriteStream(part), { signal })
    if (part !== target) await rename(part, target)
  } catch (error) {
    if (part !== target) await rm(part, { force: true })
    refuse(error, `${output} was not written`)
  }
  shell.say(`written to ${output}`)
}

/** A file gets its name when it is whole. What is no file, as /dev/null, is written as it is. */
async function placesFor(output: string): Promise<{ target: string; part: string }> {
  const target = await realpath(output).catch(() => output)
  const isFile = await stat(target).then(
    (found) => found.isFile(),
    () => true,
  )
  return { target, part: isFile ? `${target}.part` : target }
}

function refuse(error: unknown, outcome: string): never {
  if (!(error instanceof VacancyError)) throw error
  throw new OutcomeError(`the file was cut off on its way: ${outcome}`, EXIT.error)
}
