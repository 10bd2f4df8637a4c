import { Link } from '@tanstack/react-router'
import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName, pausedWords } from '../endpoints/endpoint-words.ts'

/** Says which endpoints get nothing, and why. */
export function PausedEndpoints() {
  const paused = (useEndpoints().data?.endpoints ?? []).filter(({ status }) => status === 'paused')
  return paused.map((endpoint) => (
    <p key={endpoint.id} className="note" role="status">
      The endpoint <code className="address">{endpointName(endpoint)}</code> is paused.{' '}
      {pausedWords(endpoint.paused_reason)} <Link to="/endpoints">Resume it under Endpoints</Link>.
    </p>
  ))
}
