import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useKeys } from '../api/own-queries.ts'
import { useActingKey } from './acting-key.tsx'

/** Selects the key that API calls use. They are charged to it. */
export function KeyPicker() {
  const { keyId, keys, choose } = useActingKey()
  const { isPending } = useKeys()
  const id = useId()
  // Still loading: not the same as having no key.
  if (isPending) return <div className="key-picker" />
  if (keys.length === 0) {
    return (
      <Link to="/keys" className="key-none">
        No API key yet
      </Link>
    )
  }
  return (
    <div className="key-picker">
      <label htmlFor={id}>Calls are made with</label>
      <select id={id} value={keyId} onChange={(event) => choose(event.target.value)}>
        {keys.map((key) => (
          <option key={key.id} value={key.id}>
            {key.name} · {key.prefix}…
          </option>
        ))}
      </select>
    </div>
  )
}
