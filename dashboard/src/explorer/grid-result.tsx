import type { MatrixResponse, MatrixResponse202 } from '@vacancy/client'
import { useAllCells } from '../api/v1-queries.ts'
import { Cells } from '../jobs/cell-grid.tsx'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { Loaded } from '../ui/feedback.tsx'

export function GridResult({ grid }: { grid: MatrixResponse | MatrixResponse202 }) {
  if ('job' in grid) return <JobOutcome job={grid.job}>{({ id }) => <FetchedCells id={id} />}</JobOutcome>
  return <Cells cells={grid.cells} />
}

function FetchedCells({ id }: { id: string }) {
  const query = useAllCells([id])
  return <Loaded query={query}>{(cells) => <Cells cells={cells} />}</Loaded>
}
