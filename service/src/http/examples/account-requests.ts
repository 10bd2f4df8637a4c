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
  {
    name: 'transfers',
    operationId: 'listTransfers',
    summary: 'Banks of the sandbox and what their points become',
    call: { method: 'GET', path: '/transfers' },
    shown: { list: 'transfer_partners', entries: 2 },
  },
  {
    name: 'wallet_saved',
    operationId: 'putWallet',
    summary: 'Points of a chain and of a bank, and two certificates',
    call: {
      method: 'PUT',
      path: '/wallet',
      body: {
        points: { aurelia: 120_000 },
        banks: { meridian: 60_000 },
        certificates: [{ chain: 'aurelia', id: '40k', count: 2 }],
        elite: ['aurelia'],
        currency: 'EUR',
      },
    },
  },
  {
    name: 'wallet',
    operationId: 'getWallet',
    summary: 'The same, read again',
    call: { method: 'GET', path: '/wallet' },
  },
]
