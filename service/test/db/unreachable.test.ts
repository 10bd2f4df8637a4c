import { createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../../src/db/embedded/free-port.ts'
import { vacancy } from '../support/processes.ts'

/** Takes connections and says nothing. */
async function silentPort(): Promise<number> {
  const port = await freePort()
  const server = createServer(() => {}).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  return port
}

const at = (change: (url: URL) => void) => {
  const url = new URL(inject('serverUrl'))
  change(url)
  return url.href
}

test.for<[name: string, url: () => Promise<string>, says: string]>([
  [
    'nobody listens',
    async () => `postgres://vacancy@127.0.0.1:${await freePort()}/x`,
    'refuses connections. Is it running?',
  ],
  [
    'nobody answers',
    async () => `postgres://vacancy@127.0.0.1:${await silentPort()}/x`,
    'does not answer. Is it running, and can this machine reach it?',
  ],
  [
    'the host is unknown',
    async () => 'postgres://vacancy@database.invalid/x',
    'is on a host that cannot be found. Is the host name right?',
  ],
  [
    'the password is wrong',
    async () => at((url) => (url.password = 'wrong')),
    'rejects this user name and password.',
  ],
  [
    'there is no such database',
    async () => at((url) => (url.pathname = '/nowhere')),
    'does not exist on its server. Create it with `createdb`.',
  ],
])('where %s, a command says so in one line and shows no password', async ([, url, says]) => {
  const ended = await vacancy(['accounts', 'list'], { DATABASE_URL: await url() })
  expect(ended).toEqual({ code: 1, stdout: '', stderr: `vacancy: The database of DATABASE_URL ${says}\n` })
})
