import { changeBooking } from '../bookings/change.ts'
import { openJob } from '../jobs/routes.ts'
import { cancelJob } from '../jobs/store.ts'
import { invalid } from '../kernel/errors.ts'
import { changeSchedule, endSchedule, type ScheduleDeps } from '../schedules/making.ts'
import { actsRoute } from '../sessions/acts-route.ts'
import type { OwnRoute } from '../sessions/own-route.ts'
import { changeTo } from '../watches/making/change.ts'
import type { WatchDeps } from '../watches/making/create.ts'
import { endWatch } from '../watches/making/end.ts'
import { redeliver } from '../webhooks/redeliver.ts'
import type { ApiServices } from './api-services.ts'

/** What can be done to many rows of a list at once. */
export function actsRoutes(services: ApiServices, watches: WatchDeps, schedules: ScheduleDeps): OwnRoute[] {
  const { pool, countFreeWrite } = services
  const deps = { countFreeWrite, freeWork: services.services.freeWork }
  const end = (account: number, id: string) => endWatch(services, account, id)
  return [
    actsRoute(deps, {
      rows: 'watches',
      prefix: 'wat',
      changes: {
        pause: (account, id) => changeTo(watches, account, id, { status: 'paused' }),
        resume: (account, id) => changeTo(watches, account, id, { status: 'active' }),
      },
      ends: { delete: end },
    }),
    actsRoute(deps, {
      rows: 'bookings',
      prefix: 'bkg',
      changes: { close: (account, id) => changeBooking(services, account, id, { status: 'closed' }) },
      ends: { delete: end },
    }),
    actsRoute(deps, {
      rows: 'schedules',
      prefix: 'sch',
      changes: {
        pause: (account, id) => changeSchedule(schedules, account, id, { status: 'paused' }),
        resume: (account, id) => changeSchedule(schedules, account, id, { status: 'active' }),
      },
      ends: { delete: (account, id) => endSchedule(pool, account, id) },
    }),
    actsRoute(deps, {
      rows: 'events',
      prefix: 'evt',
      changes: { redeliver: (account, id) => redeliver(pool, account, id) },
    }),
    actsRoute(deps, {
      rows: 'jobs',
      prefix: 'job',
      ends: {
        cancel: async (account, id) => {
          const { status } = await openJob(services, account, id)
          if (status !== 'queued' && status !== 'running') throw invalid(`The job ${id} has ended.`)
          await cancelJob(pool, account, id)
        },
      },
    }),
  ]
}
