import type { Chain } from '@vacancy/client'

/** One of the chains with points, or all of them. */
export function ChainOptions({ chains }: { chains: readonly Chain[] }) {
  return (
    <>
      <option value="">All with points</option>
      {chains.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}
