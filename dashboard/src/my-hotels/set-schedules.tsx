import type { Schedule } from '@vacancy/client'
import { useState } from 'react'
import { useChoice } from '../acts/choice.tsx'
import { RowActs } from '../acts/row-acts.tsx'
import { useListings, useSchedules } from '../api/set-queries.ts'
import { useChains } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { NewSchedule, type ScheduledAsk } from '../schedules/new-schedule.tsx'
import { SCHEDULES, ScheduleTable } from '../schedules/schedule-table.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import type { BoardProps } from './board-props.ts'
import { kindOf } from './use-board-schedule.ts'

/** What is fetched for this set by itself. */
export function SetSchedules(props: BoardProps) {
  const { set } = props
  const query = useSchedules()
  const choice = useChoice()
  const asks = useAsks(props)
  const [making, setMaking] = useState<ScheduledAsk | null>(null)
  const [first] = asks
  return (
    <Card
      flush
      title="Schedules"
      aside={
        <span className="settings-actions">
          {asks.map((ask) => (
            <Button key={ask.name} className="small" icon="plus" onClick={() => setMaking(ask)}>
              {ask.label}
            </Button>
          ))}
        </span>
      }
    >
      <Loaded query={query}>
        {({ schedules }) => {
          const own = schedules.filter((schedule: Schedule) => kindOf(schedule, set) !== null)
          return own.length > 0 ? (
            <>
              <RowActs of={SCHEDULES} shown={own} choice={choice} />
              <ScheduleTable schedules={own} choice={choice} />
            </>
          ) : (
            <Empty icon="jobs" title="Nothing is scheduled for this set">
              <p>
                A schedule fetches a board every morning and mails you the result. The board then opens with
                it.
              </p>
              {first && (
                <Button look="primary" onClick={() => setMaking(first)}>
                  {first.label}
                </Button>
              )}
            </Empty>
          )
        }}
      </Loaded>
      {making && <NewSchedule ask={making} onClose={() => setMaking(null)} />}
    </Card>
  )
}

/** The boards that can be scheduled, with their calls. */
function useAsks({ set, subject, currency }: BoardProps): ScheduledAsk[] {
  const agencies = (useChains().data?.chains ?? []).filter(({ kind }) => kind === 'ota').map(({ id }) => id)
  const ids: Readonly<Record<string, { id: string } | undefined>> =
    useListings(subject, agencies).data?.ids ?? {}
  const listings = agencies.flatMap((chain): HotelId[] => {
    const id = ids[chain]?.id
    return id === undefined ? [] : [{ chain, hotel_code: id }]
  })
  const market: ScheduledAsk = {
    label: 'Market every day',
    name: `Market of ${set.name}`.slice(0, 80),
    nights: 90,
    body: { set: set.id, currency },
  }
  const parity: ScheduledAsk = {
    label: 'Parity every day',
    name: `Parity of ${set.name}`.slice(0, 80),
    nights: 30,
    body: { hotels: [subject, ...listings], currency },
  }
  return [...(set.hotels.length > 1 ? [market] : []), ...(listings.length > 0 ? [parity] : [])]
}
