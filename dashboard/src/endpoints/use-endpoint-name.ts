import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName } from './endpoint-words.ts'

/** What people call an endpoint; its id if it was deleted. */
export function useEndpointName(): (id: string) => string {
  const endpoints = useEndpoints().data?.endpoints ?? []
  return (id) => {
    const endpoint = endpoints.find((one) => one.id === id)
    return endpoint ? endpointName(endpoint) : id
  }
}
