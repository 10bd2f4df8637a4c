import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useKeys } from '../api/own-queries.ts'
import { useActingKey } from './acting-key.tsx'

/** With which key the pages ask the API. It is billed and limited as that key. */
export function KeyPicker() {
  const { keyId, keys, choose } = useActingKey()
  const { isPending } = useKeys()
  const id = useId()
  // Not yet known is not none.
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
