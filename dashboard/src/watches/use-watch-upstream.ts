import { useQuery } from '@tanstack/react-query'
import type { Quote, Watch } from '@vacancy/client'
import { call } from '../api/call.ts'
import type { Values } from '../explorer/tools.ts'
import { useActingKey } from '../shell/acting-key.tsx'

/** The requests that a look of the watch takes: as many as those of a grid of the same nights, of which nothing is cached. */
export function useWatchUpstream(values: Values, kind: Watch['kind']) {
  const { keyId } = useActingKey()
  const { chain, hotel_code, from, to, condition, channel, channel_code: code } = values
  const hotels = [{ chain, hotel_code }]
  // Where the hotel's code at the channel is looked up later, any code has as many nights.
  if (condition === 'undercut' && channel) hotels.push({ chain: channel, hotel_code: code || hotel_code })
  const nights = { from, to: condition === 'rebook' ? from : to }
  const body = { hotels, nights, kind, max_age: 0, dry_run: true }
  return useQuery({
    queryKey: ['quote', keyId, '/matrix', body],
    enabled: Boolean(keyId && chain && hotel_code && from && nights.to),
    staleTime: 60_000,
    retry: false,
    queryFn: async () =>
      (await call<Quote>('/v1/matrix', { method: 'POST', body, keyId, isQuote: true })).data.quote.upstream ??
      null,
  }).data
}
