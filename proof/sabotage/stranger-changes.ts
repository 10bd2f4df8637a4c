import type { Change } from './change.ts'

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
    file: `${SRC}/edge/packed.ts`,
    find: ': { status: 200, headers: all, body: storedBody(plain) }',
    replace: ': { status: 200, headers: all, body: storedBody(Buffer.from(plain)) }',
    caughtBy: {
      file: `${TEST}/http/stalled.test.ts`,
      test: '800 readers that ask, take nothing and leave cost little memory, and leave none behind',
    },
  },
  {
    name: 'open routes without a limit',
    file: `${SRC}/http/app.ts`,
    find: '=> reads.count(networkOf(ip))',
    replace: '=> void networkOf(ip)',
    caughtBy: {
      file: `${TEST}/http/stalled.test.ts`,
      test: 'what needs no key has a limit per address',
    },
  },
  {
    name: 'an address is proved, and who claimed it stays',
    file: `${SRC}/sessions/first-proof.ts`,
    find: 'if (isProved) return []',
    replace: 'if (isProved || email) return []',
    caughtBy: {
      file: `${TEST}/sessions/recovery.test.ts`,
      test: 'the first mail that proves an address ends all that somebody else may have made under it',
    },
  },
  {
    name: 'an address is proved by a click alone',
    file: `${SRC}/sessions/recovery.ts`,
    find: "await requirePassword(pool, person.id, password, 'The password is wrong.')\n      await inTransaction",
    replace: 'await inTransaction',
    caughtBy: {
      file: `${TEST}/sessions/recovery.test.ts`,
      test: 'who confirms the address with the password keeps everything when they forget it later',
    },
  },
  {
    name: 'links of receipts without a pace',
    file: `${SRC}/http/receipt-pages.ts`,
    find: 'pace(params.link)',
    replace: 'void pace',
    caughtBy: {
      file: 'dashboard/test/limits.test.ts',
      test: 'the link of a receipt is asked so many times a second, from however many addresses',
    },
  },
  {
    name: 'a test of a source connects anywhere',
    file: `${SRC}/sources/circuit.ts`,
    find: 'createTransport(source.baseUrl, source.limits, lines.readingTurn, lines.connect)',
    replace: 'createTransport(source.baseUrl, source.limits, lines.readingTurn)',
    caughtBy: {
      file: `${TEST}/sources/check-refusals.test.ts`,
      test: 'a test in the dashboard connects to no reserved address',
    },
  },
  {
    name: 'verifications are redelivered',
    file: `${SRC}/webhooks/redeliver.ts`,
    find: "if (type === 'endpoint.verify') {",
    replace: 'if (type === undefined) {',
    caughtBy: { file: `${TEST}/endpoints/mail.test.ts`, test: 'a verification is never redelivered' },
  },
  {
    name: 'opening a link is consent',
    file: `${SRC}/http/mail-pages.ts`,
    find: 'page(reply, title, () => look(request.query as Link), formTo(request, button)),',
    replace: 'page(reply, title, () => act(request.query as Link), formTo(request, button)),',
    caughtBy: {
      file: `${TEST}/endpoints/mail.test.ts`,
      test: 'an unverified address gets its verification, and the rest once it is verified',
    },
  },
  {
    name: 'mails to a stranger are not counted',
    file: `${SRC}/mail/unasked.ts`,
    find: "await countTry(database, 'unaskedMailsToPerson',",
    replace: "void (database, 'unaskedMailsToPerson',",
    caughtBy: {
      file: `${TEST}/endpoints/mail.test.ts`,
      test: 'somebody who asked for nothing gets three mails a day from all accounts together, and can stop them all',
    },
  },
  {
    name: 'words of an account in a subject',
    file: `${SRC}/endpoints/kinds/email/message.ts`,
    find: 'kind: endpoint.kind, description: null }',
    replace: 'kind: endpoint.kind, description: endpoint.description }',
    caughtBy: { file: `${TEST}/endpoints/mail.test.ts`, test: 'no words of the account are in a subject' },
  },
  {
    name: 'an invitation takes the address of another account',
    file: `${SRC}/members/invitations.ts`,
    find: 'if (await isTakenElsewhere(client, account, email)) throw unusable()',
    replace: '',
    caughtBy: {
      file: `${TEST}/sessions/recovery.test.ts`,
      test: 'an invitation does not tell who has an account, and takes nothing from one that the operator made',
    },
  },
  {
    name: 'a new address keeps its capital letters',
    file: `${SRC}/sessions/recovery.ts`,
    find: 'const email = asked.toLowerCase()',
    replace: 'const email = asked',
    caughtBy: {
      file: `${TEST}/sessions/recovery.test.ts`,
      test: 'an address with capital letters signs in, however it is written',
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
