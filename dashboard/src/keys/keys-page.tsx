import { useState } from 'react'
import { KEYS_AT_FIRST, useKeys } from '../api/own-queries.ts'
import type { Key } from '../api/own-shapes.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatMoment } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { More } from '../ui/more.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { CapKey } from './cap-key.tsx'
import { NewKey } from './new-key.tsx'
import { RenameKey } from './rename-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

export function KeysPage() {
  const [shown, setShown] = useState(KEYS_AT_FIRST)
  const query = useKeys(shown)
  const [making, setMaking] = useState(false)
  const active = (query.data?.keys ?? []).filter(({ revoked_at }) => revoked_at === null)
  const full = query.data !== undefined && active.length >= query.data.limit
  return (
    <Page
      title="API keys"
      about="For your servers. All keys share the credits of your account."
      actions={
        <Button look="primary" icon="plus" onClick={() => setMaking(true)} disabled={full}>
          Create key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ keys, limit, next_cursor }) => (
          <Card
            flush={keys.length > 0}
            title="Keys"
            aside={<span className="faint">{`${active.length} of ${limit} active`}</span>}
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
              <>
                <KeyTable keys={keys} />
                <More
                  of="keys"
                  isCut={next_cursor !== null}
                  shown={keys.length}
                  most={MOST_ROWS}
                  busy={query.isPlaceholderData}
                  onMore={setShown}
                  others="Keys revoked more than 30 days ago are not listed."
                />
              </>
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

function KeyTable({ keys }: { keys: Key[] }) {
  return (
    <Table label="API keys">
      <Heads of={['Name', 'Key', 'Last used', 'Daily cap for agents', 'Created', { unseen: 'Actions' }]} />
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} />
        ))}
      </tbody>
    </Table>
  )
}

function KeyRow({ of: key }: { of: Key }) {
  const [doing, setDoing] = useState<'rename' | 'cap' | 'revoke' | null>(null)
  const revoked = key.revoked_at !== null
  return (
    <tr className={revoked ? 'spent' : ''}>
      <th scope="row">{key.name}</th>
      <td>
        <code>{key.prefix}…</code>
      </td>
      <td>
        <Moment at={key.last_used_at} />
      </td>
      <td>
        {key.mcp_cap === null ? (
          <span className="faint">none</span>
        ) : (
          <>
            {formatCredits(key.mcp_cap.credits_per_day)} credits
            <span className="under">{formatCredits(key.mcp_cap.spent_today)} spent today</span>
          </>
        )}
      </td>
      <td title={formatMoment(key.created_at)}>
        <Moment at={key.created_at} />
      </td>
      <td className="row-actions">
        {revoked ? (
          <Badge of="revoked" />
        ) : (
          <>
            <Button
              className="small"
              look="quiet"
              aria-label={`Rename ${key.name}`}
              onClick={() => setDoing('rename')}
            >
              Rename
            </Button>
            <Button
              className="small"
              look="quiet"
              aria-label={`Cap ${key.name}`}
              onClick={() => setDoing('cap')}
            >
              Cap
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
        {doing === 'rename' && <RenameKey of={key} onClose={() => setDoing(null)} />}
        {doing === 'cap' && <CapKey of={key} onClose={() => setDoing(null)} />}
        {doing === 'revoke' && <RevokeKey of={key} onClose={() => setDoing(null)} />}
      </td>
    </tr>
  )
}
