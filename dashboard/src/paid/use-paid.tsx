import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@vacancy/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Fault } from '../api/fault.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { type Ask, startAsk } from './asks.ts'
import { ConfirmCost } from './cost.tsx'
import { type Budget, type Priced, quoteOf, TOO_SMALL, withinBudget } from './within-budget.ts'

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

interface PaidOptions {
  /** The cost of a call without a quote. */
  given?: Cost
  /** The most that it may cost, which the person has read on the button. */
  budget?: Budget
  /** No further question is asked, whatever it costs. */
  isAgreed?: boolean
  /** False while it is not known yet what to ask, so that no other question is priced. */
  isReady?: boolean
}

/** Makes a paid call once, with its cost known before. `onAsk` gets the id under which the answer is found. */
export function usePaid(
  ask: Ask,
  onAsk: (id: string) => void,
  { given, budget, isAgreed = budget !== undefined, isReady = true }: PaidOptions = {},
): Paid {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [dear, setDear] = useState<{ cost: Cost; start: () => void } | null>(null)
  const last = useRef({ text: '', atMs: 0 })
  const text = JSON.stringify({ ask, budget })
  const readPrice = async (): Promise<Priced> => {
    if (given) return { ask, cost: given }
    return budget ? withinBudget(ask, budget, keyId) : { ask, cost: await quoteOf(ask, keyId) }
  }
  const known = useQuery({
    queryKey: ['quote', keyId, useRested(text)],
    enabled: isReady && keyId !== undefined && !given && budget?.credits !== 0,
    staleTime: 30_000,
    queryFn: readPrice,
  })
  const start = (priced: Ask) => {
    setDear(null)
    onAsk(startAsk({ ...priced, keyId }))
  }
  const decline = () => {
    setDear(null)
    // The next click is not the second half of this one.
    last.current = { text: '', atMs: 0 }
  }
  const check = useMutation({
    mutationFn: readPrice,
    onSuccess: (priced) => {
      queries.setQueryData(['quote', keyId, text], priced)
      const begin = () => start(priced.ask)
      if (priced.cost.credits_max > CONFIRM_ABOVE && !isAgreed) setDear({ cost: priced.cost, start: begin })
      else begin()
    },
  })
  return {
    cost: given ?? known.data?.cost,
    isQuoting: check.isPending,
    error:
      check.error ?? (known.error instanceof Fault && known.error.code === TOO_SMALL ? known.error : null),
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

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
