import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

export interface OperatorSource {
  id: string
  name: string
  kind: 'chain' | 'ota' | 'meta' | 'search'
  family: string
  origin: 'bundled' | 'file' | 'database'
  sandbox: boolean
  disabled: boolean
  status: string
  unconfigured: string | null
  latency_ms: number | null
  error_share: number | null
  checked_at: string | null
  calls: number
  since: string | null
  reason: string | null
  last_failure: { reason: string; verb: string; at: string } | null
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

export interface SpendingDay {
  day: string
  source: string
  purpose: string
  requests: number
  amount: number | null
  currency: string | null
}

interface UsedOf {
  used: number
  limit: number | null
  ends_at: string
}

export interface SourceBudget {
  source: string
  name: string
  price_per_request: { amount: number; currency: string } | null
  reserve_pct: number | null
  day: UsedOf
  month: UsedOf & {
    forecast: number
    amount: number | null
    forecast_amount: number | null
    currency: string | null
  }
}

/** A change at a vendor in something that is read. */
export interface SourceDrift {
  id: number
  source: string
  name: string
  request: string
  path: string
  change: 'gone' | 'retyped' | 'new_value'
  before: string
  after: string
  first_seen: string
  learnt_at: string | null
  learnt_by: string | null
}

export interface OperatorDrift {
  drifts: SourceDrift[]
  learnt: { source: string; name: string; requests: number; answers: number }[]
}

export interface HealthFinding {
  check: string
  state: 'good' | 'warning' | 'problem'
  found: string
  advice: string | null
}

export interface OperatorHealth {
  version: string
  findings: HealthFinding[]
  processes: {
    role: string
    host: string
    pid: number
    version: string
    started_at: string
    seen_at: string
  }[]
}

const read = async <T>(part: string): Promise<T> => (await call<T>(`/operator/${part}`)).data

export const useOperatorSources = () =>
  useQuery({
    queryKey: ['operator', 'sources'],
    refetchInterval: 10_000,
    queryFn: () => read<{ sources: OperatorSource[] }>('sources'),
  })

export const useOperatorHealth = () =>
  useQuery({
    queryKey: ['operator', 'health'],
    refetchInterval: 15_000,
    queryFn: () => read<OperatorHealth>('health'),
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

export const useOperatorDrift = () =>
  useQuery({
    queryKey: ['operator', 'drift'],
    refetchInterval: 10_000,
    queryFn: () => read<OperatorDrift>('drift'),
  })

export const useDriftBody = (id: number) =>
  useQuery({
    queryKey: ['operator', 'drift', id],
    queryFn: async () => (await read<{ body: string }>(`drift/${id}/body`)).body,
  })

/** Of this month, or of one that many months ago. */
export const useOperatorSpending = (monthsAgo: number) =>
  useQuery({
    queryKey: ['operator', 'spending', monthsAgo],
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () =>
      read<{ days: SpendingDay[]; sources: SourceBudget[] }>(
        `spending?${new URLSearchParams(monthRange(monthsAgo))}`,
      ),
  })

function monthRange(monthsAgo: number): { from: string; to: string } {
  const now = new Date()
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10)
  return { from: day(-monthsAgo, 1), to: day(1 - monthsAgo, 0) }
}
