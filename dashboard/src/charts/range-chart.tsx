import { scaleLinear } from '@visx/scale'
import { useWidth } from '../ui/use-width.ts'

export interface RangeChartProps {
  /** The usual range and its middle: p10, p25, median, p75, p90. */
  typical: { p10: number; p25: number; median: number; p75: number; p90: number }
  current: number
  formatValue: (value: number) => string
}

const HEIGHT = 104
const BAR_Y = 48
const EDGE = 34

/** Where a price lies in its usual range: a thin bar for eight in ten nights, a thick one for the middle half. */
export default function RangeChart({ typical, current, formatValue }: RangeChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(520)
  const { p10, p25, median, p75, p90 } = typical
  const [least, most] = [Math.min(p10, current), Math.max(p90, current)]
  const x = scaleLinear({ domain: [least, most === least ? least + 1 : most], range: [EDGE, width - EDGE] })
  const notes = [
    { value: p25, name: 'a quarter below' },
    { value: median, name: 'median' },
    { value: p75, name: 'a quarter above' },
  ]
  return (
    <div ref={ref} className="chart">
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <rect
          className="range-most"
          x={x(p10)}
          y={BAR_Y - 3}
          width={Math.max(1, x(p90) - x(p10))}
          height={6}
          rx={3}
        />
        <rect
          className="range-half"
          x={x(p25)}
          y={BAR_Y - 8}
          width={Math.max(2, x(p75) - x(p25))}
          height={16}
          rx={3}
        />
        <line className="range-median" x1={x(median)} x2={x(median)} y1={BAR_Y - 12} y2={BAR_Y + 12} />
        <path className="range-now" d={`M${x(current)} ${BAR_Y - 12} l-7 -11 h14 z`} />
        <text
          className="axis strong-text"
          x={Math.min(Math.max(x(current), EDGE), width - EDGE)}
          y={BAR_Y - 29}
          textAnchor="middle"
        >
          {formatValue(current)}
        </text>
        {notes
          .filter(({ value }, index) => index === 1 || Math.abs(x(value) - x(median)) > 64)
          .map(({ value, name }) => (
            <g key={name}>
              <text className="axis" x={x(value)} y={BAR_Y + 30} textAnchor="middle">
                {formatValue(value)}
              </text>
              <text className="axis" x={x(value)} y={BAR_Y + 45} textAnchor="middle">
                {name}
              </text>
            </g>
          ))}
      </svg>
    </div>
  )
}
