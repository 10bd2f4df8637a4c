import { useState } from 'react'
import { useTexts } from '../address.ts'
import { isUsable, KEYS_AT_FIRST, useKeys } from '../api/own-queries.ts'
import type { Key } from '../api/own-shapes.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatMoment } from '../ui/format.ts'
import { Found, isNarrowed } from '../ui/found.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { Paged } from '../ui/paged.tsx'
import { EditKey } from './edit-key.tsx'
import { NewKey } from './new-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

export function KeysPage() {
  const [limit, setLimit] = useState(KEYS_AT_FIRST)
  const [texts] = useTexts()
  const query = useKeys(isNarrowed(texts) ? MOST_ROWS : limit)
  const [making, setMaking] = useState(false)
  const active = (query.data?.keys ?? []).filter(isUsable)
  const full = query.data !== undefined && active.length >= query.data.limit
  return (
    <Page
      title="API keys"
      about="For your servers, and what you let agents do. All share the credits of your account."
      actions={
        <Button look="primary" icon="plus" onClick={() => setMaking(true)} disabled={full}>
          Create key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ keys, limit: most, next_cursor }) => (
          <Card
            flush={keys.length > 0}
            title="Keys"
            aside={<span className="faint">{`${active.length} of ${most} keys active`}</span>}
          >
            {keys.length === 0 ? (
              <Empty icon="keys" title="No key yet">
                <p>
                  Create a key to make your first call. It is shown only once, so store it in a safe place.
                </p>
                <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
                  Create your first key
                </Button>
              </Empty>
            ) : (
              <Found
                rows={keys}
                of="key"
                label="Name, agent or start of the key"
                textOf={textOf}
                orders={ORDERS}
              >
                {(found) => (
                  <Paged
                    rows={found}
                    atOnce={KEYS_AT_FIRST}
                    source={{
                      isCut: next_cursor !== null,
                      most: MOST_ROWS,
                      busy: query.isPlaceholderData,
                      onMore: setLimit,
                      others: 'Keys revoked more than 30 days ago are not listed.',
                    }}
                  >
                    {(shown) => <KeyTable keys={shown} />}
                  </Paged>
                )}
              </Found>
            )}
          </Card>
        )}
      </Loaded>
      {full && (
        <p className="note">You have five active keys, which is the maximum. Revoke one to create another.</p>
      )}
      {making && <NewKey onClose={() => setMaking(false)} />}
    </Page>
  )
}

const textOf = ({ name, prefix, agent }: Key) =>
  `${name} ${prefix ?? ''} ${agent ? `${agent.client_name} ${agent.client_host} ${agent.person}` : ''}`

const ORDERS = {
  'Last used': null,
  Name: (a: Key, b: Key) => a.name.localeCompare(b.name),
  'Newest first': (a: Key, b: Key) => b.created_at.localeCompare(a.created_at),
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  return (
    <Table label="API keys">
      <Heads of={['Name', 'Key or agent', 'Last used', 'May', 'Daily cap', 'Ends', { unseen: 'Actions' }]} />
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} />
        ))}
      </tbody>
    </Table>
  )
}

function KeyRow({ of: key }: { of: Key }) {
  const [doing, setDoing] = useState<'edit' | 'revoke' | null>(null)
  const revoked = key.revoked_at !== null
  return (
    <tr className={revoked ? 'spent' : ''}>
      <th scope="row">{key.name}</th>
      <td>{key.agent ? <AgentCell agent={key.agent} /> : <code>{key.prefix}…</code>}</td>
      <td>
        <Moment at={key.last_used_at} />
      </td>
      <td>{key.scopes.join(', ')}</td>
      <td>
        {key.daily_cap === null ? (
          <span className="faint">none</span>
        ) : (
          `${formatCredits(key.daily_cap)} credits`
        )}
        {!revoked && key.spent_today > 0 && (
          <span className="under">{formatCredits(key.spent_today)} spent today</span>
        )}
      </td>
      <td title={`Created ${formatMoment(key.created_at)}`}>
        {key.expires_at === null ? <span className="faint">never</span> : <Moment at={key.expires_at} />}
      </td>
      <td className="row-actions">
        {revoked ? (
          <Badge of={hasEnded(key) ? 'ended' : 'revoked'} />
        ) : (
          <>
            <Button
              className="small"
              look="quiet"
              aria-label={`Edit ${key.name}`}
              onClick={() => setDoing('edit')}
            >
              Edit
            </Button>
            <Button
              className="small"
              look="quiet"
              aria-label={`Revoke ${key.name}`}
              onClick={() => setDoing('revoke')}
            >
              Revoke
            </Button>
          </>
        )}
        {doing === 'edit' && <EditKey of={key} onClose={() => setDoing(null)} />}
        {doing === 'revoke' && <RevokeKey of={key} onClose={() => setDoing(null)} />}
      </td>
    </tr>
  )
}

/** Anyone can call a program anything, so the host is beside the name. */
function AgentCell({
  agent: { client_name: name, client_host: host, person },
}: {
  agent: NonNullable<Key['agent']>
}) {
  return (
    <span title={`${person} let it in`}>
      {name}
      <span className="under">agent from {host}</span>
    </span>
  )
}

/** Its time was over before it could be revoked. */
function hasEnded({ expires_at, revoked_at }: Key): boolean {
  return expires_at !== null && revoked_at !== null && Date.parse(expires_at) <= Date.parse(revoked_at)
}
