import { type ComponentType, lazy, Suspense } from 'react'
import { loadPart } from '../api/connection.ts'
import { Skeleton } from '../ui/feedback.tsx'

/** The charts come in a chunk of their own, when the first one is shown. */
export const LineChart = later(() => import('./line-chart.tsx'))
export const BarChart = later(() => import('./bar-chart.tsx'))
export const RangeChart = later(() => import('./range-chart.tsx'))

function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Chart = lazy(() => loadPart(load))
  return (props: Props) => (
    <Suspense fallback={<Skeleton lines={4} tall />}>
      <Chart {...props} />
    </Suspense>
  )
}
