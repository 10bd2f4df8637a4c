import type { AnswerExample } from './example.ts'

/** The life of an endpoint, in order. */
export const ENDPOINT_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'endpoint',
    operationId: 'createEndpoint',
    summary: 'A webhook for two types of events',
    call: {
      method: 'POST',
      path: '/endpoints',
      body: {
        kind: 'webhook',
        url: 'https://hooks.example.com/vacancy',
        events: ['watch.rebook', 'watch.undercut'],
        description: 'Revenue team',
      },
    },
  },
  {
    name: 'endpoints',
    operationId: 'listEndpoints',
    summary: 'All endpoints of the account',
    call: { method: 'GET', path: '/endpoints' },
  },
  {
    name: 'endpoint_read',
    operationId: 'getEndpoint',
    summary: 'An active endpoint',
    call: { method: 'GET', path: '/endpoints/{endpoint}' },
  },
  {
    name: 'endpoint_paused',
    operationId: 'changeEndpoint',
    summary: 'Pause it',
    call: { method: 'PATCH', path: '/endpoints/{endpoint}', body: { status: 'paused' } },
  },
  {
    name: 'endpoint_secret',
    operationId: 'rotateEndpointSecret',
    summary: 'A new secret; the old one stays valid for another day',
    call: { method: 'POST', path: '/endpoints/{endpoint}/rotate-secret' },
  },
  {
    name: 'endpoint_deleted',
    operationId: 'deleteEndpoint',
    summary: 'The endpoint is deleted',
    call: { method: 'DELETE', path: '/endpoints/{endpoint}' },
  },
  {
    name: 'endpoint_again',
    operationId: 'createEndpoint',
    summary: 'A Slack channel for all events',
    call: {
      method: 'POST',
      path: '/endpoints',
      body: { kind: 'slack', url: 'https://chat.example.com/hooks/T0000/B0000/xyz' },
    },
  },
  {
    name: 'endpoint_test',
    operationId: 'testEndpoint',
    summary: 'A test event, pending',
    call: { method: 'POST', path: '/endpoints/{endpoint}/test' },
  },
]
