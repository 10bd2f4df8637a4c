import type {
  AreaResponse,
  CalendarResponse,
  CompsetResponse,
  MatrixResponse,
  ParityResponse,
  ShopResponse,
} from '@vacancy/client'
import type { Priced } from '../hotels/quoted-currency.ts'
import type { ToolId } from './tools.ts'

/** The prices and currencies of an answer; empty if it only started a job. */
export function pricedIn(tool: ToolId, data: unknown): readonly Priced[] {
  switch (tool) {
    case 'stay': {
      const { query, status, currency } = data as ShopResponse
      return [{ ...query, status, currency }]
    }
    case 'calendar': {
      const { query, nights, currency } = data as CalendarResponse
      const { chain, hotel_code } = query
      return nights.map(({ status }) => ({ chain, hotel_code, status, currency }))
    }
    case 'compset':
      return (data as CompsetResponse).hotels
    case 'grid':
      return (data as Partial<MatrixResponse>).cells ?? []
    case 'parity': {
      const { query, direct } = data as ParityResponse
      return direct ? [{ ...query, status: direct.status, currency: direct.currency }] : []
    }
    case 'area':
      return (data as AreaResponse).hotels.flatMap(({ cell }) => cell ?? [])
  }
}
