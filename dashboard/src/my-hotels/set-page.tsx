import { Link, useParams } from '@tanstack/react-router'
import type { HotelSet } from '@vacancy/client'
import type { ComponentType } from 'react'
import { useTexts } from '../address.ts'
import { useSet } from '../api/set-queries.ts'
import { useHotelFacts } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Loaded, Skeleton } from '../ui/feedback.tsx'
import { formatCount } from '../ui/format.ts'
import { Page } from '../ui/page.tsx'
import { SourceOff } from '../ui/source-off.tsx'
import type { BoardProps } from './board-props.ts'
import { HistoryView } from './history-view.tsx'
import { MarketView } from './market-view.tsx'
import { ParityView } from './parity-view.tsx'
import { SetSchedules } from './set-schedules.tsx'
import { SetSettings } from './set-settings.tsx'

const VIEWS: Readonly<Record<string, { label: string; View: ComponentType<BoardProps> }>> = {
  market: { label: 'Market', View: MarketView },
  parity: { label: 'Parity', View: ParityView },
  history: { label: 'History', View: HistoryView },
  schedules: { label: 'Schedules', View: SetSchedules },
  hotels: { label: 'Competitors', View: ({ set }) => <SetSettings set={set} /> },
}

export function SetPage() {
  const { id } = useParams({ strict: false })
  const { keyId } = useActingKey()
  const query = useSet(id ?? '')
  if (keyId === undefined) {
    return (
      <Page title="My hotels">
        <NeedsKey />
      </Page>
    )
  }
  return <Loaded query={query}>{(set) => <SetBoard key={set.id} set={set} />}</Loaded>
}

function SetBoard({ set }: { set: HotelSet }) {
  const [texts] = useTexts()
  const view = texts['view'] ?? 'market'
  const subject = set.subject ?? set.hotels[0]
  return (
    <Page title={set.name} about={<About set={set} />}>
      <SourceOff of={set} />
      <nav className="tabs" aria-label="Boards">
        {Object.entries(VIEWS).map(([name, { label }]) => (
          <Link
            key={name}
            to="/my-hotels/$id"
            params={{ id: set.id }}
            search={{ view: name }}
            aria-current={name === view ? 'page' : undefined}
            activeProps={{}}
          >
            {label}
          </Link>
        ))}
      </nav>
      {subject && <SubjectBoard set={set} subject={subject} view={view} />}
    </Page>
  )
}

function About({ set: { subject, hotels } }: { set: HotelSet }) {
  if (!subject) return 'Choose the hotel that is yours under Competitors.'
  const others = hotels.length - 1
  return (
    <>
      <HotelLink hotel={subject}>Open the hotel’s page</HotelLink>
      {others === 0 ? '. Its competitors come next.' : `, against ${formatCount(others, 'competitor')}.`}
    </>
  )
}

/** Waits for the currency of the hotel: figures in another one would not be its own prices. */
function SubjectBoard({ set, subject, view }: { set: HotelSet; subject: HotelId; view: string }) {
  const { data, isPending } = useHotelFacts(subject)
  if (isPending) return <Skeleton lines={6} />
  const { View } = VIEWS[view] ?? { View: MarketView }
  return <View set={set} subject={subject} currency={data?.hotel.currency ?? 'USD'} />
}
