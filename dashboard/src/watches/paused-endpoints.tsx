import { Link } from '@tanstack/react-router'
import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName, pausedWords } from '../endpoints/endpoint-words.ts'

/** Says which endpoints get nothing, and why. */
export function PausedEndpoints() {
  const paused = (useEndpoints().data?.endpoints ?? []).filter(({ status }) => status === 'paused')
  return paused.map((endpoint) => (
    <p key={endpoint.id} className="note" role="status">
      Nothing is sent to <code className="address">{endpointName(endpoint)}</code>.{' '}
      {pausedWords(endpoint.paused_reason)} <Link to="/notifications">Resume it under Notifications</Link>.
    </p>
  ))
}
