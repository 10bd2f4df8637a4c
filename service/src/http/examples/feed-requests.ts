import type { AnswerExample } from './example.ts'

/** The life of a feed, in order, while its schedule exists. */
export const FEED_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'feed',
    operationId: 'createFeed',
    summary: 'A link that Google Sheets reads',
    call: {
      method: 'POST',
      path: '/feeds',
      body: {
        name: 'Morning sheet',
        schedule: '{schedule}',
        format: 'csv',
        columns: ['name', 'checkin', 'currency', 'bar_after_tax'],
      },
    },
  },
  {
    name: 'feed_file',
    operationId: 'readFeed',
    summary: 'The newest run',
    call: { method: 'GET', path: '/feeds/{token}.csv' },
  },
  {
    name: 'feeds',
    operationId: 'listFeeds',
    summary: 'After it was read',
    call: { method: 'GET', path: '/feeds' },
  },
  {
    name: 'feed_read',
    operationId: 'getFeed',
    summary: 'One feed',
    call: { method: 'GET', path: '/feeds/{feed}' },
  },
  {
    name: 'feed_changed',
    operationId: 'changeFeed',
    summary: 'All columns, as a workbook',
    call: { method: 'PATCH', path: '/feeds/{feed}', body: { format: 'xlsx', columns: null } },
  },
  {
    name: 'feed_rotated',
    operationId: 'rotateFeed',
    summary: 'A new link; the old one stops working',
    call: { method: 'POST', path: '/feeds/{feed}/rotate' },
  },
  {
    name: 'feed_deleted',
    operationId: 'deleteFeed',
    summary: 'The feed is deleted',
    call: { method: 'DELETE', path: '/feeds/{feed}' },
  },
]
