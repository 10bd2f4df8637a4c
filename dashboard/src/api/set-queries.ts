import type {
  GetBoardResponse,
  GetJobMarketResponse,
  GetJobParityResponse,
  HotelSet,
  IdMap,
  ListBoardsResponse,
  ListFeedsResponse,
  ListRunsResponse,
  ListSchedulesResponse,
  ListSetsResponse,
  Schedule,
} from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import { isUnderWay, useApi } from './v1-queries.ts'

/** Reads for people who look after hotels. All of them are free. */

export const useSets = () => useApi<ListSetsResponse>('/sets?limit=100')

export const useSet = (id: string) => useApi<HotelSet>(`/sets/${id}`)

/** Runs begin and end by themselves, so the lists are read again now and then. */
const RUNS_MS = 5000

/** What the page can compare before the job has ended. */
const WHILE_RUNNING_MS = 2500

interface Market {
  job: string | undefined
  subject: HotelId
  currency: string | undefined
}

/** The market of a job's nights, and again while the job runs. */
export function useJobMarket({ job, subject, currency }: Market) {
  const query = new URLSearchParams({ ...subject, ...(currency !== undefined && { currency }) })
  return useApi<GetJobMarketResponse>(`/jobs/${job}/market?${query}`, {
    isAsked: job !== undefined && currency !== undefined,
    everyMs: (data) => (data && isUnderWay(data.job) ? WHILE_RUNNING_MS : false),
  })
}

export const useBoards = (set: string) =>
  useApi<ListBoardsResponse>(`/boards?set=${set}&limit=100`, { everyMs: () => RUNS_MS * 3 })

/** A board, and again while it is fetched. */
export const useBoard = (id: string | undefined) =>
  useApi<GetBoardResponse>(`/boards/${id}`, {
    isAsked: id !== undefined,
    everyMs: (data) => (data?.newest && isUnderWay(data.newest) ? WHILE_RUNNING_MS : false),
  })

/** The boards of all sets. */
export const useAllBoards = (isAsked: boolean) =>
  useApi<ListBoardsResponse>('/boards?limit=100', { isAsked, staleMs: 30_000 })

export const useFeeds = () => useApi<ListFeedsResponse>('/feeds', { staleMs: 30_000 })

export const useJobParity = (job: string | undefined) =>
  useApi<GetJobParityResponse>(`/jobs/${job}/parity`, {
    isAsked: job !== undefined,
    everyMs: (data) => (data && isUnderWay(data.job) ? WHILE_RUNNING_MS : false),
  })

/** The hotel's ids at the agencies, as far as they are known already. */
export const useListings = ({ chain, hotel_code }: HotelId, agencies: readonly string[]) =>
  useApi<IdMap>(`/hotels/${chain}/${hotel_code}/ids?${listingQuery(agencies, 0)}`, {
    isAsked: agencies.length > 0,
  })

export function listingQuery(agencies: readonly string[], resolve: 0 | 1): string {
  return new URLSearchParams({ sources: agencies.join(','), resolve: String(resolve) }).toString()
}

export const useSchedules = () =>
  useApi<ListSchedulesResponse>('/schedules?limit=100', { everyMs: () => RUNS_MS * 3 })

export const useSchedule = (id: string) => useApi<Schedule>(`/schedules/${id}`, { everyMs: () => RUNS_MS })

export const useRuns = (id: string) =>
  useApi<ListRunsResponse>(`/schedules/${id}/runs?limit=50`, { everyMs: () => RUNS_MS })
