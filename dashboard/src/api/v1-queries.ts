import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  EventRow,
  Job,
  ListChainsResponse,
  ListEventsResponse,
  ListJobCellsResponse,
  ListJobsResponse,
  ListWatchesResponse,
  Watch,
} from '@vacancy/client'
import { useActingKey } from '../shell/acting-key.tsx'
import { call } from './call.ts'

/** A read of the API itself, with the key that the page acts with. */
function useApi<T>(path: string, { everyMs, staleMs = 5000 }: ApiRead<T> = {}) {
  const { keyId } = useActingKey()
  return useQuery<T>({
    queryKey: ['v1', keyId, path],
    enabled: keyId !== undefined,
    staleTime: staleMs,
    queryFn: async () => (await call<T>(`/v1${path}`, { keyId })).data,
    refetchInterval: ({ state }) => everyMs?.(state.data) ?? false,
  })
}

interface ApiRead<T> {
  everyMs?: (data: T | undefined) => number | false
  staleMs?: number
}

export const useChains = () => useApi<ListChainsResponse>('/chains', { staleMs: 300_000 })

export const isUnderWay = ({ status }: Job) => status === 'queued' || status === 'running'

export const useJobs = () =>
  useApi<ListJobsResponse>('/jobs?limit=50', {
    everyMs: (page) => (page?.jobs.some(isUnderWay) ? 1500 : 15_000),
  })

export const useJob = (id: string) =>
  useApi<Job>(`/jobs/${id}`, { everyMs: (job) => (job && isUnderWay(job) ? 1200 : false) })

/** `step` grows with the job, so that the page is read again now and then and not with every count. */
export function useCells(id: string, step: number) {
  const { keyId } = useActingKey()
  return useQuery({
    queryKey: ['v1', keyId, 'cells', id, step],
    enabled: keyId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await call<ListJobCellsResponse>(`/v1/jobs/${id}/cells?limit=200`, {
          keyId,
        })
      ).data,
  })
}

export const useWatches = () => useApi<ListWatchesResponse>('/watches', { everyMs: () => 30_000 })

export const useWatch = (id: string) => useApi<Watch>(`/watches/${id}`, { everyMs: () => 15_000 })

const MOST_PAGES = 10

/** The API gives the oldest first, for replaying; a page shows the newest first. */
export function useEvents(watchId?: string) {
  const { keyId } = useActingKey()
  return useQuery({
    queryKey: ['v1', keyId, 'events', watchId],
    enabled: keyId !== undefined,
    refetchInterval: 15_000,
    queryFn: async () => {
      const events: EventRow[] = []
      const query = new URLSearchParams({ limit: '1000', ...(watchId && { watch_id: watchId }) })
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { data } = await call<ListEventsResponse>(`/v1/events?${query}`, { keyId })
        events.push(...data.events)
        if (data.next_cursor === null || data.events.length === 0) break
        query.set('after', data.next_cursor)
      }
      return events.toReversed()
    },
  })
}
