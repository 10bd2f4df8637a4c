import { AxisBottom } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useWidth } from '../ui/use-width.ts'

export interface BarChartProps {
  bars: readonly { name: string; value: number; isOwn?: boolean }[]
  formatValue: (value: number) => string
}

const HEIGHT = 190
const TOP = 22
const BOTTOM = 24

/** A few bars, each with its value written on top. */
export default function BarChart({ bars, formatValue }: BarChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(520)
  const x = scaleBand({ domain: bars.map(({ name }) => name), range: [0, width], padding: 0.28 })
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const y = scaleLinear({ domain: [0, most || 1], range: [HEIGHT - BOTTOM, TOP] })
  return (
    <div ref={ref} className="chart">
      <svg width={width} height={HEIGHT} aria-hidden="true">
        {bars.map(({ name, value, isOwn = false }) => (
          <g key={name}>
            <Bar
              className={isOwn ? 'chart-bar own' : 'chart-bar'}
              x={x(name) ?? 0}
              y={y(value)}
              width={x.bandwidth()}
              height={Math.max(1, HEIGHT - BOTTOM - y(value))}
              rx={3}
            />
            <text
              className={isOwn ? 'axis strong-text' : 'axis'}
              x={(x(name) ?? 0) + x.bandwidth() / 2}
              y={y(value) - 6}
              textAnchor="middle"
            >
              {formatValue(value)}
            </text>
          </g>
        ))}
        <AxisBottom
          scale={x}
          top={HEIGHT - BOTTOM}
          axisLineClassName="chart-axis"
          hideTicks
          tickLabelProps={{ className: 'axis', textAnchor: 'middle', dy: 2 }}
        />
      </svg>
    </div>
  )
}
