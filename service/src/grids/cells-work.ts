import { openTaskTab } from '../billing/tab.ts'
import { settleTasks, type Task, type TaskOutcome } from '../jobs/tasks.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Ended, Grouping, Share, Slot, Stop } from '../leases/work.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import { type AskDeps, askCells, type CellsAsk, cellsOf, type MissedCell } from './ask-cells.ts'
import { parseCellsQuestion, readCellsQuestion } from './cells-question.ts'
import { keepCells } from './job-cells.ts'
import { cellPrice } from './prices.ts'
import { type CellsResult, NO_CELLS, type StoreCells } from './store-cells.ts'
import type { TaskAsk } from './task-ask.ts'

/** The dependencies of tasks that fetch cells. */
export interface CellsDeps extends AskDeps {
  catalog: Catalog
  storeCells: StoreCells
}

/** Tasks that end within 25 ms are written together: one transaction per task kept the database busier than the sources. */
export const CELLS_GROUP: Grouping<CellsResult> = {
  most: 64,
  gatherMs: 25,
  weight: { most: 500, of: ({ found }) => found.length },
}

/** Cells of jobs: a task is charged when its cells are stored. */
export function cellsWork(deps: CellsDeps): Work<Task> {
  return defineWork<Task, TaskAsk, CellsResult>({
    kind: 'cells',
    shares: () => sourceShares(deps.catalog),
    group: CELLS_GROUP,
    parse: parseCellsQuestion,
    run: (ask, task, stop, slot) => runCells(deps, ask, task, stop, slot),
    settle: (group) =>
      deps.storeCells(group, async (client, asked) => {
        const settled = await settleTasks(
          client,
          asked.map(({ row, result }) => outcomeOf(row, result)),
        )
        await keepCells(
          client,
          asked.flatMap(({ row: { id, job }, cells }) =>
            job === null || !settled.has(id) ? [] : cells.map((cell) => ({ job, cell })),
          ),
        )
        return settled
      }),
    fail: givenUp,
  })
}

/** All tasks of a source share its concurrency limit. */
export function sourceShares({ sources }: Catalog): Map<string, Share> {
  return new Map(sources.map(({ id, limits }) => [id, { name: `source/${id}`, cap: limits.concurrency }]))
}

export async function runCells(
  deps: CellsDeps,
  ask: TaskAsk,
  task: Task,
  stop: Stop,
  slot: Slot,
): Promise<Ended<CellsResult>> {
  const source = findSource(deps.catalog, task.source)
  if (!source) return { result: { ...NO_CELLS, missed: allMissed(ask) } }
  const answered = await askCells(deps, source, { ...ask, ...askerOf(task) }, stop, slot)
  return answered && { result: { asked: { source, ask }, ...answered } }
}

/** A task that nobody could do fails all its cells. If not even its question can be read, its hotels are unknown. */
function givenUp(task: Task): CellsResult {
  const ask = readCellsQuestion(task)
  return ask ? { ...NO_CELLS, missed: allMissed(ask) } : NO_CELLS
}

function allMissed(ask: TaskAsk): MissedCell[] {
  return cellsOf(ask).map(({ hotelCode }) => ({ hotelCode, code: 'source_unavailable' }))
}

/** Several accounts may share a refresh, so it counts as a caller of its own. */
function askerOf({ account, refresh, jobKind }: Task): Pick<CellsAsk, 'caller' | 'purpose'> {
  if (account === null) return { caller: `refresh ${refresh}`, purpose: PURPOSES.watch }
  const purpose = jobKind === 'schedule' ? PURPOSES.schedule : PURPOSES.job
  return { caller: String(account), purpose }
}

/** Missing cells are free. */
function outcomeOf(task: Task, { asked, found, missed }: CellsResult): TaskOutcome {
  // Tasks have no minimum price: where an endpoint has one, the request has already paid it.
  const tab = openTaskTab()
  if (asked) {
    const price = cellPrice(asked.source, asked.ask.kind)
    for (const { joined } of found) {
      if (joined) tab.cached(price)
      else tab.live(price)
    }
    for (let missing = cellsOf(asked.ask).length - found.length; missing > 0; missing -= 1) tab.free()
  }
  return {
    task,
    succeeded: found.length > 0,
    cells: found.length,
    charge: tab.total(),
    counts: tab.counts(),
    failures: missed.map(({ hotelCode, code }) => ({ hotelCode, code, cells: 1 })),
  }
}
