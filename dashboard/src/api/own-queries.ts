import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListUsageLinesResponse, Status } from '@vacancy/client'
import { call } from './call.ts'
import { reach } from './connection.ts'
import type { Key, Meter, Session, Spend } from './own-shapes.ts'

/** The dashboard's own queries, each with the key that invalidates it. */

export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: async () => (await call<Session>('/session')).data,
    staleTime: 60_000,
  })

export interface Invented {
  sandbox: boolean
  /** The names of the sources that are not of the sandbox. */
  real: string[]
}

/** What of the prices here is invented. */
export const useInvented = () =>
  useQuery({
    queryKey: ['sandbox'],
    queryFn: async () => (await call<Invented>('/sandbox')).data,
    staleTime: 60_000,
  })

interface SignUp {
  open: boolean
  plan: string
  credits_limit: number
}

/** Whether anyone may make an account here, and what it gets. */
export const useSignUp = () =>
  useQuery({
    queryKey: ['sign-up'],
    queryFn: async () => (await call<SignUp>('/sign-up')).data,
    staleTime: 60_000,
  })

/** The operator's own map style; null for the bundled map. */
export const useMapStyle = () =>
  useQuery({
    queryKey: ['map-style'],
    queryFn: async () => (await (await reach('/map.json')).json()) as { style_url: string | null },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether this server sends mails. */
export const useMail = () =>
  useQuery({
    queryKey: ['mail'],
    queryFn: async () => (await call<{ available: boolean }>('/mail')).data,
    staleTime: 300_000,
  })

/** Active keys come first, so the first page always has all of them. */
export const KEYS_AT_FIRST = 50

interface Keys {
  keys: Key[]
  limit: number
  next_cursor: string | null
}

export const useKeys = (shown = KEYS_AT_FIRST) =>
  useQuery({
    queryKey: ['keys', shown],
    queryFn: async () => (await call<Keys>(`/keys?limit=${shown}`)).data,
    placeholderData: keepPreviousData,
  })

/** Whether the page can make calls with it: agents use what they were given themselves. */
export function isUsable({ kind, revoked_at: revokedAt }: Key): boolean {
  return kind === 'key' && revokedAt === null
}

export const useUsage = () =>
  useQuery({ queryKey: ['usage'], queryFn: async () => (await call<Meter>('/usage')).data })

export const useSpend = (from: string, to: string) =>
  useQuery({
    queryKey: ['usage', 'spend', from, to],
    placeholderData: keepPreviousData,
    queryFn: async () => (await call<{ spend: Spend[] }>(`/usage/spend?from=${from}&to=${to}`)).data.spend,
  })

/** Whether anything was ever charged. Queried only if the shown days have no charges. */
export const useEverCharged = (isAsked: boolean) =>
  useQuery({
    queryKey: ['usage', 'ever'],
    enabled: isAsked,
    queryFn: async () => (await call<ListUsageLinesResponse>('/usage/lines?limit=1')).data.lines.length > 0,
  })

export interface LineFilter {
  from: string
  to: string
  endpoint?: string | undefined
  keyId?: string | undefined
}

function lineQuery({ from, to, endpoint, keyId }: LineFilter): URLSearchParams {
  return new URLSearchParams({
    from,
    to,
    ...(endpoint !== undefined && { endpoint }),
    ...(keyId !== undefined && { key_id: keyId }),
  })
}

/** The path of the file of these charges, all of them. */
export const chargesFile = (filter: LineFilter, format: 'csv' | 'xlsx') =>
  `/usage/charges?${lineQuery(filter)}&format=${format}`

export const useLines = (filter: LineFilter, limit: number) =>
  useQuery({
    queryKey: ['usage', 'lines', filter, limit],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await call<ListUsageLinesResponse>(`/usage/lines?${lineQuery(filter)}&limit=${limit}`)).data,
  })

export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: async () => (await (await reach('/status.json')).json()) as Status,
    refetchInterval: 10_000,
  })
