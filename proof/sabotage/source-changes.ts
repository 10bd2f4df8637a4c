import type { Change } from './change.ts'

const SRC = 'service/src'
const GATEWAY = 'service/test/sources/gateway.test.ts'

/** What a hostile source sends, and what others may read of our secrets. */
export const SOURCE_CHANGES: readonly Change[] = [
  {
    name: 'a text that cannot be stored is sold',
    file: `${SRC}/sources/answer-check.ts`,
    find: "if (texts.some((text) => text?.includes('\\0'))) broken('a text with a NUL')",
    replace: 'void texts',
    caughtBy: { file: GATEWAY, test: 'a rate with a NUL in a name' },
  },
  {
    name: 'any amount is a price',
    file: `${SRC}/sources/answer-check.ts`,
    find: ' && amount <= LIMITS.amount)',
    replace: ')',
    caughtBy: { file: GATEWAY, test: 'a rate with a price beyond any' },
  },
  {
    name: 'a long document is read in one go',
    file: `${SRC}/sources/families/read-xml.ts`,
    find: 'if (tags % TAGS_AT_ONCE === 0) await slices.pause()',
    replace: '',
    caughtBy: {
      file: 'service/test/sources/read-xml.test.ts',
      test: 'a document of two megabytes holds nobody up',
    },
  },
  {
    name: 'the database gets all of our environment',
    file: `${SRC}/db/embedded/runner.ts`,
    find: 'return Object.fromEntries(Object.entries(ours).filter(([name]) => NEEDED.test(name)))',
    replace: 'return { ...ours }',
    caughtBy: {
      file: 'service/test/roles/serve.test.ts',
      test: 'a role that dies is started again, and so is the database, which gets none of our credentials',
    },
  },
  {
    name: 'the address of a channel is shown',
    file: `${SRC}/endpoints/kinds/slack/address.ts`,
    find: 'shown: `${new URL(url).origin}/***`',
    replace: 'shown: url',
    caughtBy: {
      file: 'service/test/endpoints/endpoints.test.ts',
      test: 'the address of a chat is a secret: it is used, moved and kept, and only its host is shown',
    },
  },
]
