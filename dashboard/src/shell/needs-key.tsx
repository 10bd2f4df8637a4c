import { Link } from '@tanstack/react-router'
import { useKeys } from '../api/own-queries.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'

/** The way on for a page that asks the API, for somebody who has nothing to ask it with. */
export function NeedsKey() {
  const query = useKeys()
  return (
    <Loaded query={query}>
      {() => (
        <section className="card">
          <Empty icon="keys" title="A key comes first">
            <p>What the API knows is read with one of your keys.</p>
            <Link className="button primary" to="/keys">
              Create a key
            </Link>
          </Empty>
        </section>
      )}
    </Loaded>
  )
}
