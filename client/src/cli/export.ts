import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { VacancyError } from '../errors.ts'
import { giveQuote, sayPrice } from './answer.ts'
import { type Nights, nights } from './arguments.ts'
import { EXIT, OutcomeError, UsageError } from './exit.ts'
import { HOTELS, type HotelAsk, hotelAsks, hotelsOrSet } from './hotel-name.ts'
import { type GridOptions, gridCommand, gridInput, leave } from './matrix.ts'
import { withAsking, withExamples } from './options.ts'
import type { Shell } from './shell.ts'
import { judge, waitFor } from './waiting.ts'

export const FORMATS = ['csv', 'jsonl', 'parquet', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

interface FileOptions {
  format?: Format
  output?: string
  hotelName?: boolean
}

/** `vacancy export`: the cells of a grid or a job as a file. */
export function add(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .description('export a grid, or the cells of an existing job, as CSV, JSON Lines, Parquet or a workbook')
    .argument('<nights-or-job>', 'FROM..TO (inclusive), or job_…', (word) =>
      word.startsWith('job_') ? word : nights(word),
    )
    .argument('[hotels...]', HOTELS, hotelAsks)
    .action(async (first: string | Nights, asked: HotelAsk[], options: GridOptions & FileOptions) => {
      if (typeof first === 'string') {
        refuseBeside(asked, options)
        return exportJob(shell, first, options)
      }
      if (options.json && options.wait && !options.dryRun) {
        throw new UsageError(
          '--json does not work with a file. Use `--format jsonl` for one JSON line per cell.',
        )
      }
      // Fails on a missing folder before anything is charged.
      if (options.output !== undefined) await stat(dirname(options.output))
      const client = await shell.client()
      const input = {
        ...gridInput(first, await hotelsOrSet(shell, client, asked, options.set), options),
        format: formatOf(options),
        hotel_name: options.hotelName,
      }
      const sent = { signal: shell.signal }
      if (options.dryRun) return giveQuote(shell, options, await client.quote.export(input, sent))
      const answer = await client.export(input, sent)
      if (answer.status === 200) {
        // The answer is charged even if writing the file fails.
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
    ['export +30d..+60d aurelia:LONAU,NEWAU > rates.csv', 12.4],
    ['export +30d..+60d aurelia:LONAU --award --format jsonl -o awards.jsonl', 31],
    'export +30d..+60d --set set_… --format parquet -o rates.parquet',
    'export +30d..+60d --set set_… -o rates.xlsx',
    'export job_… -o again.csv',
  )
}

/** A job already has its hotels, nights and price, so other options would be ignored. */
function refuseBeside(asked: readonly HotelAsk[], options: GridOptions & FileOptions): void {
  const strange = Object.keys(options).some(
    (name) => !['format', 'output', 'wait', 'hotelName'].includes(name),
  )
  if (asked.length > 0 || !options.wait || strange) {
    throw new UsageError(
      'A job is exported as it is and free of charge. Only --format, --output and --hotel-name are allowed with it.',
    )
  }
}

export function withFile(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'file format (default: by the ending of --output, else csv)').choices([
        ...FORMATS,
      ]),
    )
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--hotel-name', 'add the names of the hotels as the last column (a workbook always has them)')
}

/** A file called march.xlsx that is no workbook would not open. */
function formatOf({ format, output }: FileOptions): Format | undefined {
  return format ?? FORMATS.find((known) => output?.toLowerCase().endsWith(`.${known}`))
}

export async function exportJob(shell: Shell, id: string, options: FileOptions): Promise<void> {
  const client = await shell.client()
  const { data, headers } = await client.exportJob(
    { id, format: formatOf(options), hotel_name: options.hotelName },
    { signal: shell.signal },
  )
  await save(shell, data, options)
  const status = headers.get('x-job-status')
  if (status === 'queued' || status === 'running') {
    shell.say(`${id} is still ${status}. The file contains the cells that are ready.`)
  }
}

async function save(
  shell: Shell,
  data: ReadableStream<Uint8Array<ArrayBuffer>>,
  { output }: FileOptions,
): Promise<void> {
  const { signal } = shell
  const source = Readable.from(data)
  if (output === undefined) {
    const shown = pipeline(source, shell.stdout, { signal, end: false })
    return shown.catch((error: unknown) => refuse(error, 'the output above is incomplete'))
  }
  const { target, part } = await placesFor(output)
  try {
    await pipeline(source, createWriteStream(part), { signal })
    if (part !== target) await rename(part, target)
  } catch (error) {
    if (part !== target) await rm(part, { force: true })
    refuse(error, `${output} was not written`)
  }
  shell.say(`Wrote ${output}.`)
}

/** Files are written under a temporary name until complete. Devices such as /dev/null are written directly. */
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
  throw new OutcomeError(`The download was cut off: ${outcome}.`, EXIT.error)
}
