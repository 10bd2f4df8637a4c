import type { MatrixResponse, MatrixResponse202 } from '@vacancy/client'
import { useAllCells } from '../api/v1-queries.ts'
import { Cells } from '../jobs/cell-grid.tsx'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { Loaded } from '../ui/feedback.tsx'

export function GridResult({ grid }: { grid: MatrixResponse | MatrixResponse202 }) {
  if ('job' in grid) return <JobOutcome jobs={[grid.job]}>{(ids) => <FetchedCells ids={ids} />}</JobOutcome>
  return <Cells cells={grid.cells} />
}

function FetchedCells({ ids }: { ids: string[] }) {
  const query = useAllCells(ids)
  return <Loaded query={query}>{(cells) => <Cells cells={cells} />}</Loaded>
}
