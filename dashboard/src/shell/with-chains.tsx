import type { Chain } from '@vacancy/client'
import type { ReactNode } from 'react'
import { useChains } from '../api/v1-queries.ts'
import { Loaded } from '../ui/feedback.tsx'
import { useActingKey } from './acting-key.tsx'
import { NeedsKey } from './needs-key.tsx'

/** A form about hotels of chains. It needs a key to ask with, and the chains to choose from. */
export function WithChains({
  lines,
  children,
}: {
  lines?: number
  children: (chains: Chain[]) => ReactNode
}) {
  const { keyId } = useActingKey()
  const query = useChains()
  if (keyId === undefined) return <NeedsKey />
  return (
    <Loaded query={query} {...(lines !== undefined && { lines })}>
      {({ chains }) => children(chains)}
    </Loaded>
  )
}
