import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** Which ways to sign in this server has. */
export interface Signing {
  passwords: boolean
  provider: { name: string } | null
  /** Why the provider signed nobody in, in words. */
  refused: string | null
}

export const useSigning = (refused = '') =>
  useQuery({
    queryKey: ['signing', refused],
    staleTime: 300_000,
    queryFn: async () => {
      const query = refused === '' ? '' : `?refused=${encodeURIComponent(refused)}`
      return (await call<Signing>(`/sign-in${query}`)).data
    },
  })

export interface Passkey {
  id: string
  name: string
  created_at: string
  used_at: string | null
}

export interface Factors {
  /** Whether the person has one. */
  password: boolean
  /** Whether the e-mail was shown to be theirs. */
  email_proved: boolean
  totp: { since: string; recovery_codes_left: number } | null
  passkeys: Passkey[]
  require_second_factor: boolean
}

export const useFactors = () =>
  useQuery({
    queryKey: ['second-factor'],
    queryFn: async () => (await call<Factors>('/second-factor')).data,
  })

export const useConnection = () =>
  useQuery({
    queryKey: ['provider'],
    queryFn: async () => (await call<{ name: string | null; connected: boolean }>('/provider')).data,
  })
