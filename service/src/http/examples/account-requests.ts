import type { AnswerExample } from './example.ts'

/** What an account reads about itself. */
export const ACCOUNT_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'usage',
    operationId: 'getUsage',
    summary: 'After the calls of the other examples',
    call: { method: 'GET', path: '/usage' },
  },
  {
    name: 'usage_lines',
    operationId: 'listUsageLines',
    summary: 'The two newest lines',
    call: { method: 'GET', path: '/usage/lines?limit=2' },
  },
  {
    name: 'audit',
    operationId: 'listActs',
    summary: 'The latest administrative act',
    call: { method: 'GET', path: '/audit?limit=1' },
  },
]
