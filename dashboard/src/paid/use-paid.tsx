import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@vacancy/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { type Ask, startAsk } from './asks.ts'
import { ConfirmCost } from './cost.tsx'

/** A call that may cost more than this is confirmed first. */
const CONFIRM_ABOVE = 10
/** A second click on the same request within this time is the same click. */
const SAME_CLICK_MS = 1500
const REST_MS = 600

type Cost = Quote['quote']

export interface Paid {
  /** What the present request would cost, once typing has rested; undefined while unknown. */
  cost: Cost | undefined
  /** Asks for the quote, confirms a high one, and then makes the call. */
  submit: () => void
  isQuoting: boolean
  /** Why the call was refused before it was made. */
  error: Error | null
  /** The confirmation, when it is due. */
  dialog: ReactNode
}

/**
 * Makes a paid call once, with its cost known before. `onAsk` gets the id under which the answer is found. A call without a quote has
 * its cost `given`.
 */
export function usePaid(ask: Ask, onAsk: (id: string) => void, given?: Cost): Paid {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [dear, setDear] = useState<{ cost: Cost; start: () => void } | null>(null)
  const last = useRef({ text: '', atMs: 0 })
  const text = JSON.stringify(ask)
  const readCost = async () => given ?? (await quote(ask, keyId)).data.quote
  const known = useQuery({
    queryKey: ['quote', keyId, useRested(text)],
    enabled: keyId !== undefined && !given,
    staleTime: 30_000,
    queryFn: readCost,
  })
  const start = () => {
    setDear(null)
    onAsk(startAsk({ ...ask, keyId }))
  }
  const decline = () => {
    setDear(null)
    // The next click is not the second half of this one.
    last.current = { text: '', atMs: 0 }
  }
  const check = useMutation({
    mutationFn: readCost,
    onSuccess: (cost) => {
      queries.setQueryData(['quote', keyId, text], cost)
      if (cost.credits_max > CONFIRM_ABOVE) setDear({ cost, start })
      else start()
    },
  })
  return {
    cost: given ?? known.data,
    isQuoting: check.isPending,
    error: check.error,
    submit: () => {
      // By a ref: the second click of a double click comes before anything is rendered again.
      const isSameClick = last.current.text === text && Date.now() - last.current.atMs < SAME_CLICK_MS
      if (check.isPending || isSameClick) return
      last.current = { text, atMs: Date.now() }
      check.mutate()
    },
    dialog: dear && <ConfirmCost cost={dear.cost} onConfirm={dear.start} onClose={decline} />,
  }
}

function quote({ path, body }: Ask, keyId: string | undefined) {
  if (body === undefined) return call<Quote>(`/v1${path}&dry_run=true`, { keyId, isQuote: true })
  return call<Quote>(`/v1${path}`, { method: 'POST', body: { ...body, dry_run: true }, keyId, isQuote: true })
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
