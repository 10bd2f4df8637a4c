import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Watch } from '@vacancy/client'
import { call } from '../api/call.ts'
import type { Values } from '../explorer/tools.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { BY_MAIL, BY_WEBHOOK } from './watch-fields.ts'
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
  const post = async <T>(path: string, body: unknown) =>
    (await call<T>(`/v1${path}`, { method: 'POST', body, keyId })).data
  const endpointOf = async (via: string, email: string | undefined) => {
    if (via !== BY_MAIL) return endpoints.find(({ id }) => id === via)
    const own = endpoints.find(({ kind, address }) => kind === 'email' && address === email)
    return own ?? post<Endpoint>('/endpoints', { kind: 'email', address: email })
  }
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ values, kind, email }: Wanted) => {
      const { via = BY_WEBHOOK, webhook_url } = values
      const endpoint = via === BY_WEBHOOK ? undefined : await endpointOf(via, email)
      const target = endpoint ? { endpoints: [endpoint.id] } : { webhook_url }
      const watch = await post<Watch>('/watches', { ...watchRequest(values, kind), ...target })
      return { watch, endpoint }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
}
