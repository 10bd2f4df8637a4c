import { parseCellsQuestion } from '../../grids/cells-question.ts'
import { CELLS_GROUP, type CellsDesk, runCells, sourceShares } from '../../grids/cells-work.ts'
import type { TaskAsk } from '../../grids/plan.ts'
import { type CellsResult, NO_CELLS } from '../../grids/store-cells.ts'
import type { Task } from '../../jobs/tasks.ts'
import { defineWork, type Work } from '../../leases/define-work.ts'
import { settleRefreshTasks } from './settle-round.ts'

export interface RefreshDesk extends CellsDesk {
  /** Watched cells were seen. */
  onRefreshed(): void
}

/** Cells that are watched. They are charged to the watches when their round has ended. */
export function refreshWork(desk: RefreshDesk): Work<Task> {
  return defineWork<Task, TaskAsk, CellsResult>({
    kind: 'refresh',
    shares: sourceShares(desk.catalog),
    group: CELLS_GROUP,
    parse: parseCellsQuestion,
    run: (ask, task, stop) => runCells(desk, ask, task, stop),
    settle: async (group) => {
      const ended = group.map(({ row, result }) => ({ task: row, cells: result.found.length }))
      await desk.storeCells(
        group.map(({ result }) => result),
        (client) => settleRefreshTasks(client, desk.catalog, ended),
      )
      desk.onRefreshed()
    },
    fail: () => NO_CELLS,
  })
}
