import type { Endpoint } from '@vacancy/client'
import { useState } from 'react'
import { useEndpoints } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Found } from '../ui/found.tsx'
import { Page } from '../ui/page.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { endpointName, KINDS } from './endpoint-words.ts'
import { NewEndpoint } from './new-endpoint.tsx'

const ORDERS = {
  'Oldest first': null,
  Name: (a: Endpoint, b: Endpoint) => endpointName(a).localeCompare(endpointName(b)),
}

const STATES = { all: ['active', 'paused', 'unverified'], of: ({ status }: Endpoint) => status }

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
              <Found
                rows={endpoints}
                of="receiver"
                label="Name, address or id"
                textOf={(endpoint) =>
                  `${endpointName(endpoint)} ${endpoint.address ?? endpoint.url ?? ''} ${KINDS[endpoint.kind]} ${endpoint.id}`
                }
                orders={ORDERS}
                states={STATES}
              >
                {(found) => (
                  <ul className="endpoint-list">
                    {found.map((endpoint) => (
                      <EndpointCard key={endpoint.id} endpoint={endpoint} />
                    ))}
                  </ul>
                )}
              </Found>
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
