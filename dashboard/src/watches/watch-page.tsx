import { useParams } from '@tanstack/react-router'
import type { Watch } from '@vacancy/client'
import { useWatch } from '../api/v1-queries.ts'
import { EventList } from '../events/event-list.tsx'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { repeatedWords } from '../paid/upstream-words.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, FactList, Page } from '../ui/page.tsx'
import { WatchActions } from './watch-actions.tsx'
import { WatchSettings } from './watch-settings.tsx'
import { conditionOf, nightsOf } from './watch-words.ts'

export function WatchPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useWatch(id)
  return (
    <>
      <BackLink to="/watches">Watches</BackLink>
      <Loaded query={query}>{(watch) => <WatchView watch={watch} />}</Loaded>
    </>
  )
}

function WatchView({ watch }: { watch: Watch }) {
  const nameOf = useHotelNames([watch])
  const facts: [string, React.ReactNode][] = [
    ['Status', <Badge key="state" of={watch.status} />],
    ['Nights', nightsOf(watch)],
    ['Condition', conditionOf(watch)],
    ['Looks every', everyOf(watch.refresh_sec)],
    ['Last look', <Moment key="last" at={watch.last_refresh_at} never="not yet" />],
    ['Next look', <Moment key="next" at={watch.next_refresh_at} never="not planned" />],
    ['Cost per look', formatCount(watch.credits_per_refresh, 'credit')],
    ['Sent to sources, per look', repeatedWords(watch.upstream)],
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
        <FactList facts={facts} />
        <WatchSettings watch={watch} />
      </Card>
      <History watch={watch} />
    </Page>
  )
}

function History({ watch }: { watch: Watch }) {
  return (
    <>
      <Attention watch={watch} />
      <EventList filter={{ watch_id: watch.id }} title="History" ofWatch none={<NotFired />} />
    </>
  )
}

function NotFired() {
  return (
    <Empty icon="events" title="No events yet">
      <p>
        The first look only records the figures, unless your limit is already met. Send a test event to see
        what arrives.
      </p>
    </Empty>
  )
}

/** Why a watch costs credits but cannot fire. */
function Attention({ watch }: { watch: Watch }) {
  if (watch.attention === null) return null
  return (
    <p className="caution" role="status">
      {attentionText(watch)}
    </p>
  )
}

function attentionText({ attention, currency, chain }: Watch): string {
  if (attention === 'hotel_closed') return 'This watch cannot fire: the hotel has left its source.'
  if (attention === 'source_disabled')
    return `This watch cannot fire: the operator of this service switched ${chain} off. It goes on when it is back.`
  return `This watch cannot fire: the hotel does not quote ${currency}. Create a new watch in the hotel’s currency and delete this one.`
}

function everyOf(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${Math.round(seconds / 60)} min`
}
