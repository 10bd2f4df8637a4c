import { AxisBottom, AxisLeft } from '@visx/axis'
import { curveLinear, curveStepAfter } from '@visx/curve'
import { GridRows } from '@visx/grid'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { Area, LinePath } from '@visx/shape'
import { type PointerEvent, useState } from 'react'
import { useWidth } from '../ui/use-width.ts'
import type { Band, LineChartProps, Series } from './line-chart-props.ts'

const HEIGHT = 240
const LEFT = 58
const RIGHT = 16
const TOP = 10
const BOTTOM = 26

type Scale = (value: number) => number

/** Lines over time, with an area behind them. Lines differ by their dashes as well as by their colour. */
export default function LineChart({ at, series, band, isStepped, formatValue, formatAt }: LineChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(720)
  const [near, setNear] = useState<number | null>(null)
  const known = [...series.flatMap(({ values }) => values), ...(band ? [...band.low, ...band.high] : [])]
  const x = scaleUtc({ domain: spanOf(at), range: [LEFT, width - RIGHT] })
  const y = scaleLinear({ domain: domainOf(known), range: [HEIGHT - BOTTOM, TOP], nice: true })
  const curve = isStepped ? curveStepAfter : curveLinear
  const seek = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    setNear(nearestOf(at, x.invert(left).getTime()))
  }
  return (
    <div ref={ref} className="chart">
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        aria-hidden="true"
        onPointerMove={seek}
        onPointerLeave={() => setNear(null)}
      >
        <GridRows
          scale={y}
          left={LEFT}
          width={Math.max(0, width - LEFT - RIGHT)}
          numTicks={4}
          className="chart-grid"
        />
        {band && <BandArea band={band} at={at} x={x} y={y} curve={curve} />}
        {series.map((line) => (
          <LinePath
            key={line.name}
            className={`chart-line ${line.look}`}
            data={at.map((_, index) => index)}
            x={(index) => x(at[index] ?? 0)}
            y={(index) => y(line.values[index] ?? 0)}
            defined={(index) => (line.values[index] ?? null) !== null}
            curve={curve}
          />
        ))}
        {series.map((line) => (
          <Dots key={line.name} line={line} at={at} x={x} y={y} near={near} />
        ))}
        {near !== null && (
          <line
            className="chart-near"
            x1={x(at[near] ?? 0)}
            x2={x(at[near] ?? 0)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
        )}
        <AxisLeft
          scale={y}
          left={LEFT}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatValue(Number(value))}
          tickLabelProps={{ className: 'axis', textAnchor: 'end', dx: -2, dy: 4 }}
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - BOTTOM}
          numTicks={Math.max(2, Math.floor(width / 120))}
          axisLineClassName="chart-axis"
          tickClassName="chart-tick"
          tickFormat={(value) => formatAt(Number(value), 'short')}
          tickLabelProps={{ className: 'axis', textAnchor: 'middle', dy: 4 }}
        />
      </svg>
      <Legend series={series} band={band} />
      <p className="chart-read" aria-hidden="true">
        {near === null ? ' ' : readingOf({ at, series, band, formatValue, formatAt }, near)}
      </p>
    </div>
  )
}

interface DrawnProps {
  at: readonly number[]
  x: Scale
  y: Scale
}

function BandArea({ band, at, x, y, curve }: DrawnProps & { band: Band; curve: typeof curveLinear }) {
  return (
    <Area
      className="chart-band"
      data={at.map((_, index) => index)}
      x={(index) => x(at[index] ?? 0)}
      y0={(index) => y(band.low[index] ?? 0)}
      y1={(index) => y(band.high[index] ?? 0)}
      defined={(index) => (band.low[index] ?? null) !== null && (band.high[index] ?? null) !== null}
      curve={curve}
    />
  )
}

/** So few values are easy to make out one by one. */
const FEW = 12

/** A lonely value has no line, so it gets a dot; so do few values, and the one that the pointer is near. */
function Dots({ line, at, x, y, near }: DrawnProps & { line: Series; near: number | null }) {
  const isKnown = (index: number) => (line.values[index] ?? null) !== null
  return at.map((moment, index) => {
    const isLonely = !isKnown(index - 1) && !isKnown(index + 1)
    if (!isKnown(index) || !(isLonely || at.length <= FEW || index === near)) return null
    return (
      <circle
        key={moment}
        className={`chart-dot ${line.look}`}
        cx={x(moment)}
        cy={y(line.values[index] ?? 0)}
        r={index === near ? 4 : 3}
      />
    )
  })
}

function Legend({ series, band }: Pick<LineChartProps, 'series' | 'band'>) {
  return (
    <ul className="chart-legend">
      {series.map(({ name, look }) => (
        <li key={name}>
          <svg width={28} height={10} aria-hidden="true">
            <line className={`chart-line ${look}`} x1={1} x2={27} y1={5} y2={5} />
          </svg>
          {name}
        </li>
      ))}
      {band && (
        <li>
          <svg width={28} height={10} aria-hidden="true">
            <rect className="chart-band" width={28} height={10} />
          </svg>
          {band.name}
        </li>
      )}
    </ul>
  )
}

type Readable = Pick<LineChartProps, 'at' | 'series' | 'band' | 'formatValue' | 'formatAt'>

function readingOf({ at, series, band, formatValue, formatAt }: Readable, index: number): string {
  const lines = series.flatMap(({ name, values }) => {
    const value = values[index] ?? null
    return value === null ? [] : [`${name} ${formatValue(value)}`]
  })
  const [low, high] = [band?.low[index] ?? null, band?.high[index] ?? null]
  const span =
    band && low !== null && high !== null ? [`${band.name} ${formatValue(low)} to ${formatValue(high)}`] : []
  const said = [...lines, ...span].join(', ')
  return `${formatAt(at[index] ?? 0, 'full')}: ${said === '' ? 'no price' : said}`
}

const HALF_DAY_MS = 43_200_000

/** A single moment gets a day around it. */
function spanOf(at: readonly number[]): [number, number] {
  const [first = 0, last = first] = [at[0], at.at(-1)]
  return first === last ? [first - HALF_DAY_MS, last + HALF_DAY_MS] : [first, last]
}

function domainOf(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return [0, 1]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const room = (most - least || most || 1) * 0.08
  return [Math.max(0, least - room), most + room]
}

function nearestOf(at: readonly number[], moment: number): number | null {
  let nearest: number | null = null
  for (const [index, each] of at.entries()) {
    if (nearest === null || Math.abs(each - moment) < Math.abs((at[nearest] ?? 0) - moment)) nearest = index
  }
  return nearest
}
