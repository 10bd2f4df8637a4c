export interface Series {
  name: string
  /** Its colour and dashes: our own line is solid, the others are told apart by their dashes. */
  look: 'own' | 'market' | 'other' | `rival-${number}`
  /** One per moment; null leaves a gap. */
  values: readonly (number | null)[]
}

export interface Band {
  name: string
  low: readonly (number | null)[]
  high: readonly (number | null)[]
}

export interface LineChartProps {
  /** Moments in milliseconds, ascending. */
  at: readonly number[]
  series: readonly Series[]
  band?: Band | undefined
  /** A value holds until the next one. */
  isStepped?: boolean
  formatValue: (value: number) => string
  formatAt: (atMs: number, length: 'short' | 'full') => string
}
