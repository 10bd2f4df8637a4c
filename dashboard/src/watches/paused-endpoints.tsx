import { Link } from '@tanstack/react-router'
import type { Endpoint } from '@vacancy/client'
import { useEndpoints } from '../api/v1-queries.ts'

const REASONS: Readonly<Record<NonNullable<Endpoint['paused_reason']>, string>> = {
  requested: 'you paused it',
  gone: 'its receiver is gone',
  failing: 'every attempt failed for a day',
  unsubscribed: 'the recipient has unsubscribed',
}

/** Says which endpoints get nothing, and why. */
export function PausedEndpoints() {
  const paused = (useEndpoints().data?.endpoints ?? []).filter(({ status }) => status === 'paused')
  return paused.map(({ id, description, address, url, paused_reason: reason }) => (
    <p key={id} className="note" role="status">
      The endpoint <code className="address">{description ?? address ?? url ?? id}</code> is paused, because{' '}
      {REASONS[reason ?? 'requested']}. <Link to="/endpoints">Resume it under Endpoints</Link>.
    </p>
  ))
}
