import { useState } from 'react'
import { useEndpoints } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

/** Who is told: e-mail addresses, Slack channels and webhooks of the account. */
export function EndpointsPage() {
  const { keyId } = useActingKey()
  const query = useEndpoints()
  const [making, setMaking] = useState(false)
  const add = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      Add a receiver
    </Button>
  )
  return (
    <Page
      title="Notifications"
      about="Who is told: e-mail addresses, Slack channels and webhooks. Choose them in watches and schedules."
      actions={keyId !== undefined && add}
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ endpoints }) =>
            endpoints.length > 0 ? (
              <ul className="endpoint-list">
                {endpoints.map((endpoint) => (
                  <EndpointCard key={endpoint.id} endpoint={endpoint} />
                ))}
              </ul>
            ) : (
              <section className="card">
                <Empty icon="endpoints" title="No receivers yet">
                  <p>Add an e-mail address to get the result of every schedule and watch in your inbox.</p>
                  {add}
                </Empty>
              </section>
            )
          }
        </Loaded>
      )}
      {making && <NewEndpoint onClose={() => setMaking(false)} />}
    </Page>
  )
}
