import { parseCellsQuestion } from '../../grids/cells-question.ts'
import { CELLS_GROUP, type CellsDeps, runCells, sourceShares } from '../../grids/cells-work.ts'
import { type CellsResult, NO_CELLS } from '../../grids/store-cells.ts'
import type { TaskAsk } from '../../grids/task-ask.ts'
import type { Task } from '../../jobs/tasks.ts'
import { defineWork, type Work } from '../../leases/define-work.ts'
import { settleRefreshTasks } from './settle-round.ts'

export interface RefreshDeps extends CellsDeps {
  /** Called when watched cells were observed. */
  onRefreshed(): void
}

/** Tasks for watched cells. The watches are charged when their round ends. */
export function refreshWork(deps: RefreshDeps): Work<Task> {
  return defineWork<Task, TaskAsk, CellsResult>({
    kind: 'refresh',
    shares: () => sourceShares(deps.catalog),
    group: CELLS_GROUP,
    parse: parseCellsQuestion,
    run: (ask, task, stop, slot) => runCells(deps, ask, task, stop, slot),
    settle: async (group) => {
      await deps.storeCells(group, (client, asked) => {
        const ended = asked.map(({ row, result }) => ({ task: row, cells: result.found.length }))
        return settleRefreshTasks(client, deps.catalog, ended)
      })
      deps.onRefreshed()
    },
    fail: () => NO_CELLS,
  })
}
