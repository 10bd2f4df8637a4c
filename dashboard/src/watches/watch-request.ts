import type { Values } from '../explorer/tools.ts'

/** Of the thresholds only the condition's own; points are what an award is counted in. */
export function watchRequest(values: Values): Record<string, unknown> {
  const { chain, hotel_code, from, to, los, condition, webhook_url, refresh_sec } = values
  return {
    chain,
    hotel_code,
    nights: { from, to },
    los: Number(los),
    kind: condition === 'points_lte' ? 'award' : 'cash',
    condition,
    webhook_url,
    refresh_sec: Number(refresh_sec),
    ...thresholdOf(values),
  }
}

function thresholdOf({ condition = '', points, paid, min_pct, channel }: Values): Record<string, unknown> {
  switch (condition) {
    case 'points_lte':
      return { points_lte: Number(points) }
    case 'rebook':
      return { rebook: { paid: Number(paid), min_saving_pct: Number(min_pct) } }
    case 'undercut':
      return { undercut: { channel, min_pct: Number(min_pct) } }
    default:
      return {}
  }
}
