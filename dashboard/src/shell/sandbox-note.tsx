import { Link } from '@tanstack/react-router'
import { useChains } from '../api/v1-queries.ts'

/** On every page: nobody should take an invented price for a real one. */
export function SandboxNote({ isOperator }: { isOperator: boolean }) {
  const chains = useChains().data?.chains ?? []
  const invented = chains.filter(({ sandbox }) => sandbox)
  if (invented.length === 0) return null
  const real = chains.filter(({ sandbox }) => !sandbox).map(({ name }) => name)
  return (
    <p className="sandbox-note">
      <strong>Sandbox.</strong>{' '}
      {real.length === 0
        ? 'All hotels and prices here are invented.'
        : `Hotels and prices are invented, except those of ${real.join(', ')}.`}{' '}
      {isOperator && (
        <Link to="/operator/$part" params={{ part: 'sources' }}>
          {real.length === 0 ? 'Connect a source' : 'Switch the sandbox off'}
        </Link>
      )}
    </p>
  )
}
