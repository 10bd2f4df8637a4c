import type { Watch } from '@vacancy/client'
import type { Values } from '../explorer/tools.ts'

/** Only the settings of the chosen condition, without where its events go. */
export function watchRequest(values: Values, kind: Watch['kind']): Record<string, unknown> {
  const { chain, hotel_code, from, to, los, condition, currency = '', refresh_sec } = values
  return {
    chain,
    hotel_code,
    nights: { from, to: condition === 'rebook' ? from : to },
    los: Number(los),
    kind,
    ...(kind === 'cash' && { currency: currency.trim().toUpperCase() }),
    condition,
    refresh_sec: Number(refresh_sec),
    ...thresholdOf(values, kind),
  }
}

function thresholdOf(values: Values, kind: Watch['kind']): Record<string, unknown> {
  const { condition = '', points, amount, paid, basis, channel, channel_code = '' } = values
  const percent = Number(values['min_pct'])
  switch (condition) {
    case 'points_lte':
      return { points_lte: Number(points) }
    case 'price_lte':
      return { price_lte: { amount: Number(amount), basis } }
    case 'rebook':
      return { rebook: { paid: Number(paid), min_saving_pct: percent, ...(kind === 'cash' && { basis }) } }
    case 'undercut':
      return {
        undercut: {
          channel,
          min_pct: percent,
          ...(channel_code !== '' && { hotel_code: channel_code }),
          ...(values['rooms_compared'] === 'like' && { like_for_like: true }),
        },
      }
    default:
      return {}
  }
}
