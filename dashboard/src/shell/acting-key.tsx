import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { isUsable, useKeys } from '../api/own-queries.ts'
import type { Key } from '../api/own-shapes.ts'

/** The id of the key that API calls use. The page never has the key itself. */
interface Acting {
  keyId: string | undefined
  keys: Key[]
  choose(keyId: string): void
}

const ActingContext = createContext<Acting>({ keyId: undefined, keys: [], choose: () => {} })

export const useActingKey = () => use(ActingContext)

const CHOSEN = 'vacancy.key-id'

export function ActingKey({ children }: { children: ReactNode }) {
  const { data } = useKeys()
  const [chosen, setChosen] = useState(() => localStorage.getItem(CHOSEN))
  const acting = useMemo(() => {
    const keys = (data?.keys ?? []).filter(isUsable)
    const keyId = (keys.find(({ id }) => id === chosen) ?? keys[0])?.id
    const choose = (id: string) => {
      localStorage.setItem(CHOSEN, id)
      setChosen(id)
    }
    return { keyId, keys, choose }
  }, [data, chosen])
  // The API reference, outside the dashboard, makes its test calls with the same key.
  useEffect(() => {
    if (acting.keyId !== undefined) localStorage.setItem(CHOSEN, acting.keyId)
  }, [acting.keyId])
  return <ActingContext value={acting}>{children}</ActingContext>
}
