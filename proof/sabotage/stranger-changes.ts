import type { Change } from './changes.ts'

const SANDBOX = 'sandbox'
const SRC = 'service/src'
const TEST = 'service/test'

/** Defects that somebody without an account, or with a free one, would use. */
export const STRANGER_CHANGES: readonly Change[] = [
  {
    name: 'any name of this machine will do',
    file: `${SRC}/http/own-host.ts`,
    find: 'if (host === undefined || isLoopback(',
    replace: 'if (host !== "" || isLoopback(',
    caughtBy: {
      file: `${TEST}/http/edge.test.ts`,
      test: 'refuses POST /app/api/sign-up by a name that is not of this machine',
    },
  },
  {
    name: 'as many unanswered requests as fit on a connection',
    file: `${SRC}/http/server.ts`,
    find: 'if (count > LIMITS.unanswered) {',
    replace: 'if (count < 0) {',
    caughtBy: {
      file: `${TEST}/http/stalled.test.ts`,
      test: 'many requests that wait for no answer close their connections, and delay nobody else',
    },
  },
  {
    name: 'a copy of the document for each reader',
    file: `${SRC}/http/meta.ts`,
    find: 'return { status: 200, headers: {}, body: document }',
    replace: 'return { status: 200, headers: {}, body: document.toString() }',
    caughtBy: {
      file: `${TEST}/http/stalled.test.ts`,
      test: '800 readers that ask, take nothing and leave cost little memory, and leave none behind',
    },
  },
  {
    name: 'open routes without a limit',
    file: `${SRC}/http/app.ts`,
    find: '=> openReads.count(networkOf(ip))',
    replace: '=> networkOf(ip)',
    caughtBy: {
      file: `${TEST}/http/stalled.test.ts`,
      test: 'what needs no key has a limit per address',
    },
  },
  {
    name: 'the sandbox obeys without its token',
    file: `${SANDBOX}/src/control.ts`,
    find: "if (method === 'GET' && url === '/health') return true",
    replace: "if (url !== '') return true",
    caughtBy: {
      file: `${SANDBOX}/test/server.test.ts`,
      test: 'does nothing without its token, and is healthy for all',
    },
  },
]
