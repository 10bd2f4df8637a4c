import { BOARD_EXAMPLES } from './board-requests.ts'
import type { AnswerExample } from './example.ts'

/** The life of a set of hotels, in order. */
export const SET_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'set',
    operationId: 'createSet',
    summary: 'My hotel and its competitors',
    call: {
      method: 'POST',
      path: '/sets',
      body: {
        name: 'San Francisco, downtown',
        hotels: [
          { chain: 'aurelia', hotel_code: 'NEWSF' },
          { chain: 'castellan', hotel_code: 'LONCA' },
        ],
        subject: { chain: 'aurelia', hotel_code: 'NEWSF' },
      },
    },
  },
  {
    name: 'sets',
    operationId: 'listSets',
    summary: 'The newest set',
    call: { method: 'GET', path: '/sets?limit=1' },
  },
  {
    name: 'set_read',
    operationId: 'getSet',
    summary: 'One set',
    call: { method: 'GET', path: '/sets/{set}' },
  },
  {
    name: 'set_changed',
    operationId: 'changeSet',
    summary: 'A new name',
    call: { method: 'PATCH', path: '/sets/{set}', body: { name: 'My comparison' } },
  },
  ...BOARD_EXAMPLES,
  {
    name: 'set_deleted',
    operationId: 'deleteSet',
    summary: 'The set is deleted',
    call: { method: 'DELETE', path: '/sets/{set}' },
  },
]
