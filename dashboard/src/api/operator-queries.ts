import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

export interface OperatorSource {
  id: string
  name: string
  kind: 'chain' | 'ota' | 'meta'
  family: string
  status: string
  unconfigured: string | null
  latency_ms: number | null
  error_share: number | null
  checked_at: string | null
  outcomes: Record<string, number>
  last_failure: { kind: string; verb: string; at: string } | null
}

export interface SourceTest {
  id: string
  works: boolean
  problem: string | null
  hotel_code: string | null
  quotas: { window: string | null; remaining: number; limit: number | null; unit: 'percent' | 'requests' }[]
  capabilities: {
    capability: string
    result: 'works' | 'fails' | 'skipped'
    reason: string | null
    detail: string
    latency_ms: number | null
  }[]
}

export interface OperatorAccount {
  id: string
  email: string
  plan: string
  operator: boolean
  created_at: string
  credits_used: number
  credits_limit: number
  members: number
  keys: number
  last_used_at: string | null
}

export interface OperatorWork {
  jobs: { status: string; count: number }[]
  queues: { kind: string; source: string; waiting: number; running: number }[]
  deliveries: { due: number; later: number; running: number }
  workers: number
  open: {
    id: string
    kind: string
    status: string
    account: string
    cells_done: number
    cells_total: number
    tasks_failed: number
    credits: number
    created_at: string
  }[]
}

export interface OperatorDirectory {
  hotels: number
  synced_at: string | null
  sources: {
    id: string
    hotels: number
    synced_at: string | null
    state: string
    phase: string | null
    pages: number
    error: string | null
  }[]
}

const read = async <T>(part: string): Promise<T> => (await call<T>(`/operator/${part}`)).data

export const useOperatorSources = () =>
  useQuery({
    queryKey: ['operator', 'sources'],
    refetchInterval: 10_000,
    queryFn: () => read<{ sources: OperatorSource[] }>('sources'),
  })

export const useOperatorAccounts = (q: string) =>
  useQuery({
    queryKey: ['operator', 'accounts', q],
    placeholderData: keepPreviousData,
    queryFn: () =>
      read<{ accounts: OperatorAccount[]; next_cursor: string | null }>(
        `accounts?${new URLSearchParams({ q })}`,
      ),
  })

export const useOperatorWork = () =>
  useQuery({
    queryKey: ['operator', 'work'],
    refetchInterval: 5000,
    queryFn: () => read<OperatorWork>('work'),
  })

export const useOperatorDirectory = () =>
  useQuery({
    queryKey: ['operator', 'directory'],
    refetchInterval: 5000,
    queryFn: () => read<OperatorDirectory>('directory'),
  })
