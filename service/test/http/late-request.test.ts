import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { newAccount, readBooks } from '../support/accounts.ts'
import { useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

test('a request whose rest arrives after its connection was refused is not done and not charged', async () => {
  const database = await useTestDatabase()
  const account = await newAccount(database.pool, 'pro')
  const api = await startApi(database.url)
  try {
    const { hostname, port } = new URL(api.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    await once(socket, 'connect')
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    socket.on('error', () => {})
    const body = JSON.stringify({ live: 1 })
    socket.write(`POST /v1/counter HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${account.key}\r\n`)
    await until(async () => heard.includes('\r\n\r\n'), 20_000)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    socket.write(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    socket.end()
    // A call after it is charged, so the first one would have been by now.
    await fetch(`${api.url}/v1/counter`, {
      method: 'POST',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body,
    })
    expect(await readBooks(database.pool, account.no)).toMatchObject({ lineCount: 1 })
  } finally {
    await api.stop('SIGKILL')
  }
})
