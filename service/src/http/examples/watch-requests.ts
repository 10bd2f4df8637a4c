import type { AnswerExample } from './example.ts'

/** The life of a watch and of its events, in order. */
export const WATCH_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'watch',
    operationId: 'createWatch',
    summary: 'Notify me when my stay gets cheaper',
    call: {
      method: 'POST',
      path: '/watches',
      body: {
        chain: 'aurelia',
        hotel_code: 'NEWSF',
        nights: { from: '2028-01-16', to: '2028-01-16' },
        los: 2,
        condition: 'rebook',
        rebook: { paid: 210, basis: 'bar_after_tax', min_saving_pct: 5 },
        webhook_url: 'https://hooks.example.com/vacancy',
      },
    },
  },
  {
    name: 'watches',
    operationId: 'listWatches',
    summary: 'The newest watch',
    call: { method: 'GET', path: '/watches?limit=1' },
  },
  {
    name: 'watch_read',
    operationId: 'getWatch',
    summary: 'After the first check',
    call: { method: 'GET', path: '/watches/{watch}' },
  },
  {
    name: 'watch_backtest',
    operationId: 'backtestWatch',
    summary: 'The events that the same watch would have sent so far',
    call: {
      method: 'POST',
      path: '/watches/backtest',
      body: {
        chain: 'aurelia',
        hotel_code: 'NEWSF',
        nights: { from: '2028-01-16', to: '2028-01-16' },
        los: 2,
        condition: 'rebook',
        rebook: { paid: 210, basis: 'bar_after_tax', min_saving_pct: 5 },
      },
    },
  },
  {
    name: 'watch_changed',
    operationId: 'changeWatch',
    summary: 'Check more often, and report only changes of 10 %',
    call: {
      method: 'PATCH',
      path: '/watches/{watch}',
      body: { refresh_sec: 900, rebook: { min_saving_pct: 10 } },
    },
  },
  {
    name: 'watch_refresh',
    operationId: 'refreshWatch',
    summary: 'Check now',
    call: { method: 'POST', path: '/watches/{watch}/refresh', body: {} },
  },
  {
    name: 'watch_refresh_quote',
    operationId: 'refreshWatch',
    summary: 'What a check would cost',
    call: { method: 'POST', path: '/watches/{watch}/refresh', body: { dry_run: true } },
  },
  {
    name: 'watch_test',
    operationId: 'testWatch',
    summary: 'A test event, pending',
    call: { method: 'POST', path: '/watches/{watch}/test' },
  },
  {
    name: 'events',
    operationId: 'listEvents',
    summary: 'The events of a watch so far',
    call: { method: 'GET', path: '/events?type=watch.test&watch_id={watch}' },
  },
  {
    name: 'event',
    operationId: 'getEvent',
    summary: 'An event, with every attempt to deliver it',
    call: { method: 'GET', path: '/events/{event}' },
  },
  {
    name: 'event_again',
    operationId: 'redeliverEvent',
    summary: 'Send an event again',
    call: { method: 'POST', path: '/events/{event}/redeliver' },
  },
  {
    name: 'watch_secret',
    operationId: 'rotateWatchSecret',
    summary: 'A new secret; the old one stays valid for another day',
    call: { method: 'POST', path: '/watches/{watch}/rotate-secret' },
  },
  {
    name: 'watch_deleted',
    operationId: 'deleteWatch',
    summary: 'The watch is deleted',
    call: { method: 'DELETE', path: '/watches/{watch}' },
  },
]
