import { Link } from '@tanstack/react-router'
import { useKeys } from '../api/own-queries.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'

/** Shown on pages that call the API if the account has no key. */
export function NeedsKey() {
  const query = useKeys()
  return (
    <Loaded query={query}>
      {() => (
        <section className="card">
          <Empty icon="keys" title="Create an API key first">
            <p>This page calls the API with one of your keys.</p>
            <Link className="button primary" to="/keys">
              Create key
            </Link>
          </Empty>
        </section>
      )}
    </Loaded>
  )
}
