import type { FailureKind } from '../../src/sources/source.ts'
import type { Said } from './answering-paths.ts'

/** What any vendor may answer instead of data, and what it means. */
export const BAD_ANSWERS: readonly [string, Said, FailureKind][] = [
  ['a page for people', { body: '<!doctype html><title>Sign in</title>' }, 'broken'],
  ['an empty body', { body: '' }, 'broken'],
  ['a list', { json: [] }, 'broken'],
  ['null', { json: null }, 'broken'],
  ['no access', { status: 403, body: 'Forbidden' }, 'refused'],
  ['too many requests', { status: 429, headers: { 'retry-after': '7' }, body: '' }, 'refused'],
  ['a server error', { status: 500, body: 'oops' }, 'refused'],
  ['maintenance', { status: 503, body: 'later' }, 'refused'],
]
