import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Watch } from '@vacancy/client'
import { call } from '../api/call.ts'
import { endpointOf } from '../endpoints/receivers.ts'
import type { Values } from '../explorer/tools.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { BY_WEBHOOK } from './watch-fields.ts'
import { watchRequest } from './watch-request.ts'

interface Wanted {
  values: Values
  kind: Watch['kind']
  /** The person's own address. */
  email: string | undefined
}

/** Creates a watch and, on the way, the endpoint of the person's own address if there is none yet. */
export function useCreateWatch(endpoints: readonly Endpoint[]) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ values, kind, email }: Wanted) => {
      const { via = BY_WEBHOOK, webhook_url } = values
      const endpoint = via === BY_WEBHOOK ? undefined : await endpointOf(via, { endpoints, email, keyId })
      const target = endpoint ? { endpoints: [endpoint.id] } : { webhook_url }
      const body = { ...watchRequest(values, kind), ...target }
      const { data: watch } = await call<Watch>('/v1/watches', { method: 'POST', body, keyId })
      return { watch, endpoint }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
}
