import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useEvents, useWatch } from '../api/v1-queries.ts'
import { EventTable } from '../events/event-table.tsx'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Badge, Empty, FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Page } from '../ui/page.tsx'
import { CONDITIONS, nightsOf, thresholdOf } from './watch-words.ts'

export function WatchPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useWatch(id)
  return (
    <>
      <Link className="back" to="/watches">
        ← Watches
      </Link>
      <Loaded query={query}>{(watch) => <WatchView watch={watch} />}</Loaded>
    </>
  )
}

function WatchView({ watch }: { watch: Watch }) {
  const nameOf = useHotelNames([watch])
  const facts: [string, React.ReactNode][] = [
    ['State', <Badge key="state" of={watch.status} />],
    ['Nights', nightsOf(watch)],
    ['Fires on', `${CONDITIONS[watch.condition]}, ${thresholdOf(watch)}`],
    ['Looks every', everyOf(watch.refresh_sec)],
    ['Looked', <Moment key="last" at={watch.last_refresh_at} never="not yet" />],
    ['Looks again', <Moment key="next" at={watch.next_refresh_at} never="not planned" />],
    ['Per refresh', `${formatCredits(watch.credits_per_refresh)} credits`],
  ]
  return (
    <Page
      title={nameOf(watch) ?? `${watch.chain} ${watch.hotel_code}`}
      about={
        <>
          {watch.chain} <code>{watch.hotel_code}</code> · <code>{watch.id}</code>
        </>
      }
      actions={<WatchActions watch={watch} />}
    >
      <Card>
        <dl className="facts wide">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="note">
          Sends to <code className="address">{watch.webhook_url}</code>
        </p>
      </Card>
      <History watchId={watch.id} />
    </Page>
  )
}

function History({ watchId }: { watchId: string }) {
  const query = useEvents(watchId)
  return (
    <Loaded query={query}>
      {(events) => (
        <Card title="History" flush={events.length > 0}>
          {events.length === 0 ? (
            <Empty icon="events" title="It has not fired yet">
              <p>The first look is the baseline. “Send a test” shows what a delivery looks like.</p>
            </Empty>
          ) : (
            <EventTable events={events} ofWatch />
          )}
        </Card>
      )}
    </Loaded>
  )
}

function WatchActions({ watch }: { watch: Watch }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: ({ method = 'POST', path = '', body }: Act) =>
      call(`/v1/watches/${watch.id}${path}`, { method, body, keyId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
  const paused = watch.status === 'paused'
  const toggle = () => act.mutate({ method: 'PATCH', body: { status: paused ? 'active' : 'paused' } })
  return (
    <>
      <Button busy={act.isPending} onClick={() => act.mutate({ path: '/test' })}>
        Send a test
      </Button>
      <Button disabled={act.isPending} onClick={() => act.mutate({ path: '/refresh' })}>
        Look now
      </Button>
      <Button disabled={act.isPending || watch.status === 'expired'} onClick={toggle}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {act.error && <FaultNote error={act.error} />}
    </>
  )
}

interface Act {
  method?: 'POST' | 'PATCH'
  path?: string
  body?: unknown
}

function everyOf(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${Math.round(seconds / 60)} min`
}
