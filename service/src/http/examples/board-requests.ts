import type { AnswerExample } from './example.ts'

/** The life of a board, in order, while its set exists. */
export const BOARD_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'board',
    operationId: 'makeBoard',
    summary: 'The market of a set over three nights',
    call: {
      method: 'POST',
      path: '/boards',
      body: { set: '{set}', kind: 'market', nights: { from: '2028-01-14', to: '2028-01-16' } },
    },
  },
  {
    name: 'boards',
    operationId: 'listBoards',
    summary: 'The boards of the account',
    call: { method: 'GET', path: '/boards' },
  },
  {
    name: 'board_link',
    operationId: 'shareBoard',
    summary: 'A link for people without an account',
    call: { method: 'POST', path: '/boards/{board}/link', body: {} },
  },
  {
    name: 'board_shared',
    operationId: 'readSharedBoard',
    summary: 'What they read',
    call: { method: 'GET', path: '/boards/shared/{token}' },
  },
  {
    name: 'board_unshared',
    operationId: 'unshareBoard',
    summary: 'The link ends',
    call: { method: 'DELETE', path: '/boards/{board}/link' },
  },
  {
    name: 'board_read',
    operationId: 'getBoard',
    summary: 'Its figures, once they are fetched',
    call: { method: 'GET', path: '/boards/{board}' },
  },
  {
    name: 'board_deleted',
    operationId: 'deleteBoard',
    summary: 'The board is deleted',
    call: { method: 'DELETE', path: '/boards/{board}' },
  },
]
