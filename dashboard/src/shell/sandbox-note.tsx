import { Link } from '@tanstack/react-router'
import type { Invented } from '../api/own-queries.ts'

/** On every page: nobody should take an invented price for a real one. */
export function SandboxNote({ invented: { real }, isOperator }: { invented: Invented; isOperator: boolean }) {
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
