import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, type MailServer, openMailServer } from '../endpoints/mail-server.ts'
import { post } from '../support/client.ts'
import { of } from '../support/grids.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/unzip.ts'
import { bodyOf, openScheduleMarket, type ScheduleMarket } from './schedule-market.ts'

let market: ScheduleMarket
let mail: MailServer
const START = `${new Date().toISOString().slice(0, 11)}12:00:00.000Z`
const PUBLIC_URL = 'https://rates.example.com'

beforeAll(async () => {
  mail = await openMailServer()
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'alerts@vacancy.example', PUBLIC_URL }
  market = await openScheduleMarket(START, 1, settings)
})
afterAll(async () => {
  await market.stop()
  await mail.stop()
})

test('a mail about a run has its file, if the schedule says so', { timeout: 60_000 }, async () => {
  const { key } = market.account
  const address = 'revenue@hotel.example'
  const { id } = bodyOf(await post(market.url, '/v1/endpoints', key, { kind: 'email', address }), 201) as {
    id: string
  }
  await until(async () => mail.mails.length === 1)
  const { pathname, search } = new URL(linkIn(mail.mails[0] as Parameters<typeof linkIn>[0], '/mail/verify'))
  expect((await fetch(market.url + pathname + search, { method: 'POST' })).status).toBe(200)

  const schedule = await market.create({
    name: 'Every morning',
    ask: 'matrix',
    body: { hotels: of('castellan', ['UNDERCUT', 'LONCA']), nights: { from: '+10d', to: '+12d' } },
    every: 'day',
    timezone: 'UTC',
    max_credits: 100,
    format: 'xlsx',
    deliver: 'attachment',
    endpoints: [id],
  })
  expect(schedule['deliver']).toBe('attachment')
  await market.runNext(schedule.id)
  await until(async () => mail.mails.length === 2)
  const [attached, ...others] = mail.mails[1]?.attachments ?? []
  expect(others).toEqual([])
  expect([attached?.filename, attached?.contentType]).toEqual([
    expect.stringMatching(/^vacancy-castellan-.*\.xlsx$/),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const sheet = unzip(attached?.content ?? Buffer.alloc(0))
    .get('xl/worksheets/sheet1.xml')
    ?.toString()
  expect(sheet?.match(/<row /g)).toHaveLength(7)
})
