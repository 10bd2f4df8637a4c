import type { Change } from './changes.ts'

const SANDBOX = 'sandbox'

/** Defects that somebody without an account, or with a free one, would use. */
export const STRANGER_CHANGES: readonly Change[] = [
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
