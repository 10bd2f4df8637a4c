import type { AnswerExample } from './example.ts'
import { FEED_EXAMPLES } from './feed-requests.ts'

/** The life of a schedule, in order. */
export const SCHEDULE_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'schedule',
    operationId: 'createSchedule',
    summary: 'Compare two hotels every morning, a week ahead',
    call: {
      method: 'POST',
      path: '/schedules',
      body: {
        name: 'Every morning',
        ask: 'compset',
        body: {
          hotels: [
            { chain: 'aurelia', hotel_code: 'NEWSF' },
            { chain: 'castellan', hotel_code: 'LONCA' },
          ],
          checkin: '+7d',
        },
        every: 'day',
        at: '06:30',
        timezone: 'America/Los_Angeles',
        max_credits: 5,
      },
    },
  },
  {
    name: 'schedules',
    operationId: 'listSchedules',
    summary: 'The newest schedule',
    call: { method: 'GET', path: '/schedules?limit=1' },
  },
  {
    name: 'schedule_read',
    operationId: 'getSchedule',
    summary: 'Before its first run',
    call: { method: 'GET', path: '/schedules/{schedule}' },
  },
  {
    name: 'schedule_changed',
    operationId: 'changeSchedule',
    summary: 'Mondays only, as Parquet, and not for now',
    call: {
      method: 'PATCH',
      path: '/schedules/{schedule}',
      body: { every: 'week', on: ['mon'], format: 'parquet', status: 'paused' },
    },
  },
  {
    name: 'schedule_run',
    operationId: 'runSchedule',
    summary: 'Run it now',
    call: { method: 'POST', path: '/schedules/{schedule}/run' },
  },
  {
    name: 'schedule_runs',
    operationId: 'listRuns',
    summary: 'After the end of the run',
    call: { method: 'GET', path: '/schedules/{schedule}/runs' },
  },
  ...FEED_EXAMPLES,
  {
    name: 'schedule_deleted',
    operationId: 'deleteSchedule',
    summary: 'The schedule is deleted',
    call: { method: 'DELETE', path: '/schedules/{schedule}' },
  },
]
