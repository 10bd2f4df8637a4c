import { type Command, Option } from 'commander'
import type { Client } from '../client.ts'
import type { MatrixCell } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { giveQuote, printJson, sayPrice } from './answer.ts'
import { type HotelRef, integers, moment, type Nights, nights } from './arguments.ts'
import { cellsTable } from './cells.ts'
import { HOTELS, type HotelAsk, hotelAsks, hotelsOrSet, SET } from './hotel-name.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import type { Shell } from './shell.ts'
import { judge, waitFor, wayBack } from './waiting.ts'

export type GridOptions = AskOptions & {
  los?: number[]
  award?: boolean
  wait: boolean
  asOf?: string
  set?: string
}

/** `vacancy matrix`: a grid of hotels and nights. */
export function add(program: Command, shell: Shell): void {
  const matrix = gridCommand(program.command('matrix').description('show a grid of hotels and nights'))
    .argument('<nights>', 'FROM..TO (inclusive)', nights)
    .argument('[hotels...]', HOTELS, hotelAsks)
    .action(async (range: Nights, asked: HotelAsk[], options: GridOptions) => {
      const client = await shell.client()
      const input = gridInput(range, await hotelsOrSet(shell, client, asked, options.set), options)
      const sent = { signal: shell.signal }
      if (options.dryRun) return giveQuote(shell, options, await client.quote.matrix(input, sent))
      const answer = await client.matrix(input, sent)
      if (answer.status === 200) {
        giveCells(shell, options, answer.data.cells)
        return options.json ? undefined : sayPrice(shell, answer)
      }
      const { job } = answer.data
      if (!options.wait) return leave(shell, options, answer.data)
      judge(shell, await waitFor(shell, client, job.id))
      giveCells(shell, options, await collect(client, job.id, shell.signal))
    })
  withExamples(
    withAsking(matrix),
    ['matrix +30d..+36d aurelia:LONAU brightwater:LONWSBW', 2.8],
    ['matrix +30d..+60d aurelia:LONAU,NEWAU,TOKAU --award --los 1,3', 186],
    'matrix +30d..+60d --set set_…',
    ['matrix +30d..+180d aurelia:LONAU,NEWAU --max-credits 150 --no-wait', 60.4],
    ['matrix +30d..+36d aurelia:LONAU --as-of -7d', 0.175],
  )
}

export function gridCommand(command: Command): Command {
  return command
    .option(...SET)
    .option('--los <list>', 'up to three lengths of stay, for example 1,2,3 (default 1)', integers)
    .option('--award', 'points instead of cash')
    .addOption(
      new Option('--as-of <time>', 'the grid as it stood then, such as 2026-11-01T09:30:00Z')
        .argParser(moment)
        .conflicts(['maxAge', 'live']),
    )
    .option('--no-wait', 'if a job is started, print its id and exit')
}

export function gridInput(
  range: Nights,
  asked: { hotels: HotelRef[] } | { set: string },
  options: GridOptions,
): Input<'matrix'> {
  const kind = options.award ? 'award' : undefined
  return { ...asked, nights: range, los: options.los, kind, as_of: options.asOf, ...askedOf(options) }
}

/** Prints the job instead of waiting for it. */
export function leave(shell: Shell, { json }: GridOptions, data: { job: { id: string } }): void {
  if (json) return printJson(shell, data)
  shell.print(data.job.id)
  shell.say(wayBack(data.job.id))
}

export async function collect(client: Client, jobId: string, signal: AbortSignal): Promise<MatrixCell[]> {
  const cells: MatrixCell[] = []
  for await (const cell of client.cells(jobId, { signal })) cells.push(cell)
  return cells
}

export function giveCells(shell: Shell, { json }: { json?: boolean }, cells: MatrixCell[]): void {
  if (json) printJson(shell, { cells, count: cells.length })
  else shell.print(cellsTable(shell, cells))
}
