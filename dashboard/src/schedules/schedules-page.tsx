import { Link } from '@tanstack/react-router'
import type { Schedule } from '@vacancy/client'
import { useChoice } from '../acts/choice.tsx'
import { RowActs } from '../acts/row-acts.tsx'
import { useSchedules } from '../api/set-queries.ts'
import { FeedsCard } from '../feeds/feeds-card.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Found } from '../ui/found.tsx'
import { Card, Page } from '../ui/page.tsx'
import { SCHEDULES, ScheduleTable } from './schedule-table.tsx'
import { whatOf } from './schedule-words.ts'

/** A paused schedule has no next run, and comes last. */
const nextOf = ({ next_run_at: next }: Schedule) => next ?? '9'
const costOf = ({ last_run: last }: Schedule) => last?.credits ?? 0

const ORDERS = {
  'Newest first': null,
  Name: (a: Schedule, b: Schedule) => a.name.localeCompare(b.name),
  'Next run': (a: Schedule, b: Schedule) => nextOf(a).localeCompare(nextOf(b)),
  'Cost of last run, highest first': (a: Schedule, b: Schedule) => costOf(b) - costOf(a),
}

const STATES = { all: ['active', 'paused'], of: ({ status }: Schedule) => status }

export function SchedulesPage() {
  const { keyId } = useActingKey()
  const query = useSchedules()
  const choice = useChoice()
  return (
    <Page
      title="Schedules"
      about="Calls that the service makes by itself, every hour, day or week. Each run is a job whose file you can download."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <>
          <Loaded query={query}>
            {({ schedules }) =>
              schedules.length > 0 ? (
                <Found
                  rows={schedules}
                  of="schedule"
                  label="Name, or what it fetches"
                  textOf={(schedule) => `${schedule.name} ${whatOf(schedule)} ${schedule.id}`}
                  orders={ORDERS}
                  states={STATES}
                  renderActs={(found) => <RowActs of={SCHEDULES} shown={found} choice={choice} />}
                >
                  {(found) => (
                    <Card flush>
                      <ScheduleTable schedules={found} choice={choice} />
                    </Card>
                  )}
                </Found>
              ) : (
                <section className="card">
                  <Empty icon="jobs" title="No schedules yet">
                    <p>
                      Open one of your hotels and choose Schedules: its market or its parity, every morning.
                    </p>
                    <Link className="button primary" to="/my-hotels">
                      Open my hotels
                    </Link>
                  </Empty>
                </section>
              )
            }
          </Loaded>
          <FeedsCard />
        </>
      )}
    </Page>
  )
}
