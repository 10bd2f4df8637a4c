import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Role } from './own-shapes.ts'

/** A request of the account, in its log. */
export interface LoggedRequest {
  id: string
  at: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  status: number
  error: string | null
  credits: number
  took_ms: number
  /** Requests just before it that are not listed, because there were too many. */
  unlisted: number
  from_page: boolean
  request_id: string
  key_id: string
  /** The hotel that it was about. */
  about: { chain: string; hotel_code: string; more: number; night: string | null } | null
}

export interface RequestDetail extends LoggedRequest {
  body: string | null
  answer: string | null
  answer_cut: boolean
}

export interface RequestFilter {
  outcome?: string | undefined
  keyId?: string | undefined
  q?: string | undefined
  status?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const useRequests = ({ outcome, keyId, q, status, from, to }: RequestFilter, limit: number) =>
  useQuery({
    queryKey: ['requests', outcome, keyId, q, status, from, to, limit],
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
    queryFn: async () => {
      const query = new URLSearchParams({ limit: String(limit) })
      if (outcome) query.set('outcome', outcome)
      if (keyId) query.set('key_id', keyId)
      if (q) query.set('q', q)
      if (status && /^[1-5]\d\d$/.test(status)) query.set('status', status)
      if (from) query.set('from', from)
      if (to) query.set('to', to)
      return (await call<{ requests: LoggedRequest[]; next_cursor: string | null }>(`/requests?${query}`))
        .data
    },
  })

export const useRequest = (id: string) =>
  useQuery({
    queryKey: ['request', id],
    staleTime: 60_000,
    queryFn: async () => (await call<RequestDetail>(`/requests/${encodeURIComponent(id)}`)).data,
  })

export interface Member {
  id: string
  email: string
  role: Role
  created_at: string
  seen_at: string | null
  /** Whether they have one of their own. */
  second_factor: boolean
  you: boolean
}

export interface Invitation {
  id: string
  email: string
  role: Role
  created_at: string
  expires_at: string
}

interface People {
  members: Member[]
  invitations: Invitation[]
  limit: number
  /** Whether invitations are sent by mail. Otherwise their link is shown. */
  by_mail: boolean
}

export const useMembers = () =>
  useQuery({ queryKey: ['members'], queryFn: async () => (await call<People>('/members')).data })

export interface OpenSession {
  id: string
  address: string | null
  agent: string | null
  created_at: string
  used_at: string
  current: boolean
}

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await call<{ sessions: OpenSession[] }>('/sessions')).data.sessions,
  })
