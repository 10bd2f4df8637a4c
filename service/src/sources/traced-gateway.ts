import type { Tracing } from '../ops/tracing.ts'
import type { Gateway } from './gateway.ts'

/** With a span around each question to a source. Without tracing, the same object. */
export function tracedGateway(gateway: Gateway, tracing: Tracing | null): Gateway {
  if (!tracing) return gateway
  const asking = <T>(verb: string, source: string, ask: () => Promise<T>) =>
    tracing.span(`source ${verb}`, { 'vacancy.source': source }, ask)
  return {
    ...gateway,
    shop: (source, ...rest) => asking('shop', source, () => gateway.shop(source, ...rest)),
    lowest: (source, ...rest) => asking('lowest', source, () => gateway.lowest(source, ...rest)),
    calendar: (source, ...rest) => asking('calendar', source, () => gateway.calendar(source, ...rest)),
    near: (source, ...rest) => asking('near', source, () => gateway.near(source, ...rest)),
    find: (source, ...rest) => asking('find', source, () => gateway.find(source, ...rest)),
    hotel: (source, ...rest) => asking('hotel', source, () => gateway.hotel(source, ...rest)),
  }
}
