import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type {
  GetHotelResponse,
  Job,
  ListChainsResponse,
  ListEndpointsResponse,
  ListJobCellsResponse,
  ListJobsResponse,
  ListWatchesResponse,
  MatrixCell,
  Watch,
} from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { call } from './call.ts'

/** Reads from the API with the selected key. */
export function useApi<T>(
  path: string,
  { everyMs, staleMs = 5000, isList = false, isAsked = true }: ApiRead<T> = {},
) {
  const { keyId } = useActingKey()
  return useQuery<T>({
    queryKey: ['v1', keyId, path],
    enabled: keyId !== undefined && isAsked,
    staleTime: staleMs,
    ...(isList && { placeholderData: keepPreviousData }),
    queryFn: async () => (await call<T>(`/v1${path}`, { keyId })).data,
    refetchInterval: ({ state }) => everyMs?.(state.data) ?? false,
  })
}

interface ApiRead<T> {
  everyMs?: (data: T | undefined) => number | false
  staleMs?: number
  /** Stays visible while more is loaded. */
  isList?: boolean
  /** False while it is not known yet what to read. */
  isAsked?: boolean
}

/** The largest page of the API. */
export const MOST_ROWS = 1000

export const useEndpoints = () => useApi<ListEndpointsResponse>('/endpoints', { staleMs: 30_000 })

export const useChains = () => useApi<ListChainsResponse>('/chains', { staleMs: 300_000 })

export const useHotelFacts = ({ chain, hotel_code }: HotelId) =>
  useApi<GetHotelResponse>(`/hotels/${chain}/${encodeURIComponent(hotel_code)}`, { staleMs: 300_000 })

export const isUnderWay = ({ status }: Job) => status === 'queued' || status === 'running'

/** Longer lists are refreshed less often. */
export const useJobs = (limit: number) =>
  useApi<ListJobsResponse>(`/jobs?limit=${limit}`, {
    isList: true,
    everyMs: (page) => (page?.jobs.some(isUnderWay) ? Math.max(1500, limit * 10) : 15_000),
  })

/** Tasks that are running when a job is cancelled still finish and are charged, so its figures move on for a while. */
const AFTERWARDS_MS = 60_000

const jobEveryMs = (job: Job | undefined) => {
  if (!job) return false
  if (isUnderWay(job)) return 1200
  const endedMs = Date.now() - Date.parse(job.finished_at ?? job.created_at)
  return job.status === 'canceled' && endedMs < AFTERWARDS_MS ? 2000 : false
}

export const useJob = (id: string) => useApi<Job>(`/jobs/${id}`, { everyMs: jobEveryMs })

/** Each is undefined until it is loaded. */
export function useJobsById(ids: readonly string[]): (Job | undefined)[] {
  const { keyId } = useActingKey()
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['v1', keyId, `/jobs/${id}`],
      enabled: keyId !== undefined,
      queryFn: async () => (await call<Job>(`/v1/jobs/${id}`, { keyId })).data,
      refetchInterval: ({ state }: { state: { data: Job | undefined } }) => jobEveryMs(state.data),
    })),
  }).map(({ data }) => data)
}

/** `step` grows with the job, so that the cells are refreshed from time to time, not with every count. */
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

/** Enough for any area or month; a larger grid is downloaded as a file. */
const MOST_CELLS = 20_000

/** All cells of jobs that have ended. Free. */
export function useAllCells(ids: readonly string[]) {
  const { keyId } = useActingKey()
  return useQuery({
    queryKey: ['v1', keyId, 'all-cells', ...ids],
    enabled: keyId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const lists: MatrixCell[][] = []
      for (const id of ids) lists.push(await readCells(id, keyId))
      return lists.flat()
    },
  })
}

async function readCells(id: string, keyId: string | undefined): Promise<MatrixCell[]> {
  const cells: MatrixCell[] = []
  let cursor: string | null = ''
  while (cursor !== null && cells.length < MOST_CELLS) {
    const query = new URLSearchParams({ limit: '1000', ...(cursor !== '' && { cursor }) })
    const { data }: { data: ListJobCellsResponse } = await call(`/v1/jobs/${id}/cells?${query}`, { keyId })
    cells.push(...data.cells)
    cursor = data.next_cursor
  }
  return cells
}

export const useWatches = (limit: number) =>
  useApi<ListWatchesResponse>(`/watches?scope=account&limit=${limit}`, {
    isList: true,
    everyMs: () => 30_000,
  })

export const useWatch = (id: string) => useApi<Watch>(`/watches/${id}`, { everyMs: () => 15_000 })
