import { Link } from '@tanstack/react-router'
import { useSchedules } from '../api/set-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Card, Page } from '../ui/page.tsx'
import { ScheduleTable } from './schedule-table.tsx'

export function SchedulesPage() {
  const { keyId } = useActingKey()
  const query = useSchedules()
  return (
    <Page
      title="Schedules"
      about="Calls that the service makes by itself, every hour, day or week. Each run is a job whose file you can download."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ schedules }) =>
            schedules.length > 0 ? (
              <Card flush>
                <ScheduleTable schedules={schedules} />
              </Card>
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
      )}
    </Page>
  )
}
