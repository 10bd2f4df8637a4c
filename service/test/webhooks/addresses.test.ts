import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isLocal } from '../../src/config.ts'
import { sendWebhook } from '../../src/endpoints/kinds/webhook/send.ts'
import { type AllowPrivate, allowPrivateOf, checkAddress, isAllowedIp } from '../../src/webhooks/address.ts'
import { createGuardedAgent, type Resolve, resolveByDns } from '../../src/webhooks/agent.ts'
import { createPoster } from '../../src/webhooks/post.ts'
import type { Sent } from '../../src/webhooks/receiver.ts'
import { HOSTILE, MALFORMED } from './hostile-addresses.ts'
import { openNameServer } from './name-server.ts'
import { openReceiver, type Receiver, status } from './receiver.ts'

let four: Receiver
let six: Receiver | null

beforeAll(async () => {
  four = await openReceiver('127.0.0.1')
  // A machine without IPv6 has no such address to protect.
  six = await openReceiver('::1').catch(() => null)
})

afterAll(async () => {
  await four.stop()
  await six?.stop()
})

const portOf = ({ url }: Receiver) => new URL(url).port
const connections = () => four.connections() + (six?.connections() ?? 0)

async function sendTo(
  url: string,
  how: { allowPrivate?: AllowPrivate; resolve?: Resolve } = {},
): Promise<Sent> {
  const agent = createGuardedAgent({ allowPrivate: 'none', ...how })
  const event = {
    eventId: 'evt_1',
    type: 'watch.test',
    watchId: null,
    jobId: null,
    endpoint: null,
    body: Buffer.from('{}'),
  }
  const letter = { address: url, ...event, secrets: ['whsec_1'] }
  const post = createPoster({ agent, keepsAnswer: true, timeoutMs: 10_000 })
  const sent = await sendWebhook({ post, now: Date.now }, letter, new AbortController().signal)
  await agent.destroy()
  if (!sent) throw new Error('it was broken off')
  return sent
}

test('sixty hostile addresses are refused when they are given', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
  for (const address of [...HOSTILE, ...MALFORMED]) {
    const url = address.replace('{port}', portOf(four))
    expect(() => checkAddress(url, { allowPrivate: 'none' }), url).toThrow(/`webhook_url` must/)
  }
})

test('hostile addresses that pass the first check are still not connected to', {
  timeout: 120_000,
}, async () => {
  const before = connections()
  const sent = await Promise.all(
    [four, ...(six ? [six] : [])].flatMap((receiver) =>
      HOSTILE.map(async (address) => {
        const url = address.replace('{port}', portOf(receiver))
        const { status: code, error } = await sendTo(url)
        return { url, code, error }
      }),
    ),
  )
  for (const { url, code, error } of sent) {
    expect({ url, code }).toEqual({ url, code: null })
    expect(error).not.toBeNull()
  }
  expect(connections()).toBe(before)
})

test.each<[string, string[]]>([
  ['this machine', ['127.0.0.1']],
  ['this machine by IPv6', ['::1']],
  ['this machine in disguise', ['::ffff:127.0.0.1']],
  ['a network of ours', ['10.1.2.3']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['a public address and this machine', ['93.184.215.14', '127.0.0.1']],
  ['nothing at all', []],
])('a public name that resolves to %s is not connected to', async (_where, addresses) => {
  const before = connections()
  const resolve = async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const sent = await sendTo(`http://receiver.example:${portOf(four)}/`, { resolve })
  expect(sent).toMatchObject({ status: null, error: 'the address is private, local or reserved' })
  expect(connections()).toBe(before)
})

test('a name is resolved once per connection, and the checked address is the one connected to', async () => {
  let asked = 0
  const resolve = async (): Promise<LookupAddress[]> => {
    asked += 1
    // To the first who asks a good one (here: this machine, allowed), to everybody after that a bad one.
    return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  }
  const url = `http://rebinding.example:${portOf(four)}/`
  expect(await sendTo(url, { allowPrivate: 'loopback', resolve })).toMatchObject({ status: 200, error: null })
  expect(asked).toBe(1)
  expect(await sendTo(url, { allowPrivate: 'loopback', resolve })).toMatchObject({ status: null })
})

test('a redirect leads nowhere', async () => {
  four.answer(status(307, { location: six?.url ?? four.url }))
  const before = { here: four.connections(), there: six?.connections() }
  const sent = await sendTo(four.url, { allowPrivate: 'loopback' })
  expect(sent).toMatchObject({ status: 307, error: 'redirects are not followed' })
  expect({ here: four.connections(), there: six?.connections() }).toEqual({
    ...before,
    here: before.here + 1,
  })
})

test('a name server is believed about public addresses only', async () => {
  const server = await openNameServer({ 'private.example': [127, 0, 0, 1] })
  onTestFinished(server.stop)
  const before = connections()
  const to = (name: string) =>
    sendTo(`http://${name}:${portOf(four)}/`, { resolve: resolveByDns([server.address]) })
  expect(await to('private.example')).toMatchObject({ error: 'the address is private, local or reserved' })
  expect(await to('unknown.example')).toMatchObject({ error: 'the host name was not found' })
  expect(server.asked()).toEqual(new Set(['private.example', 'unknown.example']))
  expect(connections()).toBe(before)
})

test('the operator decides which private addresses are reachable, except the metadata of a cloud', () => {
  const reach = (address: string) =>
    (['none', 'loopback', 'all'] as const).filter((allowed) => isAllowedIp(address, allowed))
  for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14']) {
    expect(reach(address), address).toEqual(['none', 'loopback', 'all'])
  }
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    expect(reach(address), address).toEqual(['loopback', 'all'])
  }
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    'fd12::1',
    '::ffff:10.0.0.1',
  ]) {
    expect(reach(address), address).toEqual(['all'])
  }
  for (const address of [
    '0.0.0.0',
    '::',
    '169.254.169.254',
    'fe80::1',
    'fe80::1%lo',
    '224.0.0.1',
    'ff02::1',
  ]) {
    expect(reach(address), address).toEqual([])
  }
  for (const address of [
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ]) {
    expect(reach(address), address).toEqual([])
  }
})

test('by default, webhooks go to this machine only where nobody else can reach the service', () => {
  const of = (allowPrivateWebhooks: string, databaseUrl: string, host: string, publicUrl = '') =>
    allowPrivateOf({ allowPrivateWebhooks, isLocal: isLocal({ databaseUrl, host, publicUrl }) })
  expect([of('', '', '127.0.0.1'), of('', '', 'localhost'), of('', '', '::1')]).toEqual(
    Array(3).fill('loopback'),
  )
  expect(of('', '', '127.0.0.1', 'http://localhost:8080')).toBe('loopback')
  // A proxy on this machine lets others in.
  expect(of('', '', '127.0.0.1', 'https://rates.example')).toBe('none')
  expect([of('', '', '0.0.0.0'), of('', '', '::'), of('', 'postgres://db/x', '127.0.0.1')]).toEqual(
    Array(3).fill('none'),
  )
  expect([of('true', '', '0.0.0.0'), of('false', '', '127.0.0.1'), of('loopback', '', '::')]).toEqual([
    'all',
    'none',
    'loopback',
  ])
  expect(() => checkAddress('http://localhost:3000/hook', { allowPrivate: 'loopback' })).not.toThrow()
  expect(() => checkAddress('https://receiver.example/hook?x=1', { allowPrivate: 'none' })).not.toThrow()
})
