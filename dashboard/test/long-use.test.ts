import type { Watch } from '@vacancy/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { listTests } from './lists.ts'
import { myHotelTests } from './my-hotels.ts'
import { faultsOf, openStage, pickHotel, type Stage } from './support/stage.ts'
import { signUp } from './support/visitor.ts'

let stage: Stage
let visitor: Awaited<ReturnType<typeof signUp>>
let headers: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  visitor = await signUp(stage.market.url)
  const { body } = await visitor.call('POST', '/keys', { body: { name: 'production' } })
  headers = { 'x-key-id': String(body['id']) }
  await signInAt(stage.market.url)
  await stage.market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
  await stage.market.startWorker()
})

afterAll(async () => {
  await stage.stop()
})

async function signInAt(url: string): Promise<void> {
  const cookies = visitor.cookie().split('; ')
  await stage.context.addCookies(
    cookies.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return { name, value, url }
    }),
  )
}

const go = (path: string) => stage.page.goto(path)
const follow = (name: string) =>
  stage.page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const press = (name: string) => stage.page.getByRole('button', { name, exact: true }).click()
const see = (text: string | RegExp) => stage.page.getByText(text).first().waitFor()
const field = (label: string) => stage.page.getByLabel(label, { exact: true })
const newestWatch = async () => {
  const { body } = await visitor.call('GET', '/v1/watches?limit=1', { headers })
  return (body['watches'] as Watch[])[0]
}

async function create(): Promise<Watch | undefined> {
  await press('Create watch')
  await press('I have copied it')
  return newestWatch()
}

/** Opens the watch's page when it has an event, which must be of this type. */
async function firesAs(type: string, watch: Watch | undefined): Promise<void> {
  await until(async () => {
    const { body } = await visitor.call('GET', `/v1/events?watch_id=${watch?.id}`, { headers })
    return (body['events'] as unknown[]).length > 0
  })
  await go(`/watches/${watch?.id}`)
  await stage.page.getByRole('rowheader', { name: type, exact: true }).first().waitFor()
}

describe('a new watch', () => {
  test('is in the currency that the hotel was seen to quote, to the cent, and fires', async () => {
    await go('/explorer/stay')
    await pickHotel(stage.page, 'aurelia LONAU')
    await press('Call /shop')
    await stage.page.locator('.receipt').waitFor()
    // Within the page, which knows what it was told.
    await follow('Points')
    await follow('Watches')
    await press('New watch')
    expect(await field('Currency').inputValue()).toBe('USD')
    await pickHotel(stage.page, 'aurelia LONAU')
    expect(await field('Currency').inputValue()).toBe('GBP')
    await field('Condition').selectOption('rebook')
    expect(await field('Last night').count()).toBe(0)
    await field('Paid per night').fill('1789.5')
    await field('Minimum saving (%)').fill('2.5')
    await field('Webhook URL').fill(stage.sink)
    expect(await faultsOf(stage.page)).toEqual([])
    const watch = await create()
    expect(watch).toMatchObject({
      kind: 'cash',
      currency: 'GBP',
      rebook: { paid: 1789.5, min_saving_pct: 2.5, basis: 'bar' },
    })
    expect(watch?.nights.from).toBe(watch?.nights.to)
    await firesAs('Cheaper than you paid', watch)
    await see('2.5% below the £1,789.50 that you paid')
  })

  test('can be for points, on every condition that knows them', async () => {
    await go('/watches')
    await press('New watch')
    await field('Price in').selectOption('award')
    expect(await field('Currency').count()).toBe(0)
    await field('Condition').selectOption('rebook')
    await field('Points paid per night').fill('900000')
    await field('Webhook URL').fill(stage.sink)
    const watch = await create()
    expect(watch).toMatchObject({ kind: 'award', rebook: { paid: 900_000, min_saving_pct: 5 } })
    await firesAs('Cheaper than you paid', watch)
  })

  test('that compares with an agency chooses among them, by the id that the hotel has there', async () => {
    await go('/watches')
    await press('New watch')
    await pickHotel(stage.page, 'aurelia UNDERCUT')
    await field('Condition').selectOption('undercut')
    const agencies = await field('Travel agency').locator('option').allTextContents()
    expect(agencies).toHaveLength(5)
    expect(agencies.at(-1)).toContain('(USD only)')
    expect(await field('Price in').count()).toBe(0)
    await field('Hotel code at the agency').fill('UNDERCUT-aurelia')
    await field('Minimum undercut (%)').fill('0.25')
    await field('Compare').selectOption('like')
    await field('Webhook URL').fill(stage.sink)
    expect(await faultsOf(stage.page)).toEqual([])
    const watch = await create()
    expect(watch).toMatchObject({
      hotel_code: 'UNDERCUT',
      undercut: { channel: 'lodgista', min_pct: 0.25, like_for_like: true },
    })
    await firesAs('Undercut', watch)
  })

  test('offers only sources that its condition is for', async () => {
    await go('/watches')
    await press('New watch')
    await pickHotel(stage.page, 'pillowfare UNDERCUT-aurelia')
    expect(await field('Currency').inputValue()).toBe('USD')
    expect(await field('Price in').locator('option').allTextContents()).toEqual(['cash'])
    await field('Condition').selectOption('points_lte')
    // The agency has no points, so the form suggests a hotel of a chain that has.
    await see('NEWAU')
    const search = stage.page.waitForRequest(/\/hotels\/search/)
    await field('Hotel').fill('undercut')
    expect(new URL((await search).url()).searchParams.get('chains')).not.toContain('pillowfare')
  })
})

describe('the page of a watch', () => {
  let watch: Watch

  beforeAll(async () => {
    const night = inDays(40)
    const { body } = await visitor.call('POST', '/v1/watches', {
      headers,
      body: {
        chain: 'aurelia',
        hotel_code: 'TOKAU',
        // Nothing is known of this hotel yet, so the currency is not refused.
        currency: 'USD',
        nights: { from: night, to: night },
        condition: 'rebook',
        rebook: { paid: 1000 },
        webhook_url: stage.sink,
      },
    })
    watch = body as unknown as Watch
    await until(async () => (await newestWatch())?.last_refresh_at !== null)
    await go(`/watches/${watch.id}`)
  })

  test('tells that it cannot fire in a currency that the hotel does not quote', async () => {
    await see('Needs attention')
    await press('Send test event')
    await see('This watch cannot fire: the hotel does not quote USD.')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('changes where it sends to and how often it looks', async () => {
    await press('Change')
    await field('Webhook URL').fill('nowhere')
    await field('Look').selectOption('7200')
    await press('Save')
    await see(/invalid_request/)
    expect(await faultsOf(stage.page)).toEqual([])
    await field('Webhook URL').fill(`${stage.sink}/elsewhere`)
    await press('Save')
    await see(`${stage.sink}/elsewhere`)
    await see('2 h')
    expect(await newestWatch()).toMatchObject({ id: watch.id, refresh_sec: 7200 })
  })

  test('makes a new secret, which is shown once', async () => {
    await press('New secret')
    await press('Create new secret')
    const shown = stage.page.locator('[data-secret]')
    const secret = (await shown.textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(watch.secret)
    expect(await faultsOf(stage.page)).toEqual([])
    await stage.page.keyboard.press('Escape')
    await stage.page.keyboard.press('Escape')
    await stage.page.mouse.click(3, 3)
    expect(await shown.textContent()).toBe(secret)
    await press('I have copied it')
    await shown.waitFor({ state: 'detached' })
    expect(await stage.page.content()).not.toContain(secret)
  })

  test('deletes it, when that was meant', async () => {
    await press('Delete')
    expect(await faultsOf(stage.page)).toEqual([])
    await press('Keep watch')
    expect((await newestWatch())?.id).toBe(watch.id)
    await press('Delete')
    await press('Delete watch')
    await stage.page.waitForURL('**/watches')
    await see('UNDERCUT')
    expect(await stage.page.locator(`a[href="/watches/${watch.id}"]`).count()).toBe(0)
    expect((await visitor.call('GET', `/v1/watches/${watch.id}`, { headers })).status).toBe(400)
  })
})

describe('a long list', () => {
  const insertEvents = (from: number, to: number) =>
    stage.market.database.pool.query(
      `with made as (
         insert into events (public_id, account, type, hook, watch, created_at, body)
         select 'evt_' || lpad(n::text, 22, '0'), h.account, 'watch.test', h.id, 'wat_gone', now(), convert_to(
           json_build_object('id', 'evt_' || lpad(n::text, 22, '0'), 'type', 'watch.test', 'created_at', now(),
             'watch_id', 'wat_gone', 'chain', 'aurelia', 'hotel_code', 'SEEN' || n)::text, 'UTF8')
         from generate_series($1::int, $2::int) n, (select * from hooks order by id limit 1) h
         returning no, account, hook
       )
       insert into deliveries (event, account, hook, lane, state, due_at, once)
       select made.no, made.account, made.hook, h.lane, 'd', now(), true from made join hooks h on h.id = made.hook`,
      [from, to],
    )
  const rows = () => stage.page.getByRole('row').count()

  test('of events shows the newest, however many there are', async () => {
    await insertEvents(1, 2500)
    await go('/events')
    await see('aurelia SEEN2500')
    await see('1–50 of more than 50')
    expect(await rows()).toBe(51)
    await press('Next')
    await see('51–100 of more than 200')
    await press('Previous')
    await see('1–50 of more than 200')
    for (let shown = 50; shown < 1000; shown += 50) {
      await press('Next')
      await see(`${shown + 1}–${(shown + 50).toLocaleString('en-US')} of`)
    }
    await see('951–1,000 of more than 1,000. GET /events lists all of the last 30 days.')
    expect(await rows()).toBe(51)
    expect(await stage.page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await go('/events')
    await see('aurelia SEEN2500')
    await insertEvents(2501, 2501)
    await stage.page.getByRole('button', { name: 'Redeliver' }).first().click()
    await see('Sent again')
    await see('aurelia SEEN2501')
  })

  test('of events is filtered by type, receiver, delivery and time, and the filter is in the address', async () => {
    const { page } = stage
    const { pool } = stage.market.database
    await pool.query(
      "update deliveries set state = 'f' where event in (select no from events where public_id like '%2400')",
    )
    await go('/events')
    await page.getByLabel('Delivery').selectOption('failed')
    await see('aurelia SEEN2400')
    expect(await rows()).toBe(2)
    expect(page.url()).toContain('status=failed')
    // What was sent to nobody has no box.
    await page.getByLabel('Select all events in this list').check()
    await see('1 event selected')
    expect(await faultsOf(page)).toEqual([])
    await page
      .getByRole('group', { name: 'Selected events' })
      .getByRole('button', { name: 'Redeliver' })
      .click()
    await see('1 event sent again.')
    await see('No event matches')
    await page.getByLabel('Type').selectOption('schedule.done')
    await see('No event matches')
    await page.getByRole('link', { name: 'Show all events' }).click()
    await see('aurelia SEEN2501')
    await page.getByLabel('Until').fill('2020-01-01T00:00')
    await see('No event matches')
    expect(await faultsOf(page)).toEqual([])
  })

  test('of jobs tells that there are more, and shows them', async () => {
    await stage.market.database.pool.query(
      `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, cells_done,
         tasks_total, tasks_done, tasks_failed, reserved, held, spent, created_at, started_at, finished_at)
       select 'job_' || lpad(n::text, 22, '0'), k.account, k.id, 'ids', 'ids', 'req_test', 'done', '{}', 28, 9,
         4, 3, 1, 4000, 0, 3000, now(), now(), now()
       from generate_series(1, 51) n, keys k`,
    )
    await go('/jobs')
    await see('1–50 of more than 50')
    expect(await rows()).toBe(51)
    await press('Next')
    await see('51–51 of 51')
    expect(await rows()).toBe(2)
  })

  test('of jobs is searched in full, and those that run are canceled at once', async () => {
    const { page } = stage
    await stage.market.database.pool.query(
      "update jobs set status = 'running', finished_at = null where public_id like '%002' or public_id like '%003'",
    )
    await go('/jobs?q=000000050')
    await page.getByRole('row', { name: /job_0+50/ }).waitFor()
    expect(await rows()).toBe(2)
    await field('Hotel, kind of job or id').fill('')
    await field('Status').selectOption('running')
    await until(async () => (await rows()) === 3)
    await page.getByLabel('Select all open jobs in this list').check()
    await press('Cancel')
    await press('Cancel 2 jobs')
    await see('2 jobs canceled.')
    await see('No job matches')
    expect(await faultsOf(page)).toEqual([])
  })

  test('is loaded from a server on this machine also without internet access', async () => {
    await go('/jobs')
    await see('1–50 of more than 50')
    await stage.page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await press('Next')
    await see('51–51 of 51')
    expect(await rows()).toBe(2)
  })

  test('of watches does the same', async () => {
    await stage.market.database.pool.query(
      `insert into watches (public_id, account, key, request_id, refresh, place, hook, status, condition, terms,
         refresh_sec, after_sighting, created_at)
       select 'wat_' || lpad(n::text, 22, '0'), account, key, request_id, refresh, place, hook, 'paused', condition,
         terms, refresh_sec, after_sighting, created_at
       from generate_series(1, 98) n, (select * from watches where condition = 'rebook' order by id limit 1) w`,
    )
    await go('/watches')
    await see('1–50 of more than 50')
    await press('Next')
    await see('51–100 of 101')
    await press('Next')
    await see('101–101 of 101')
    expect(await rows()).toBe(2)
  })

  test('of watches is searched, put in order, and paused, resumed and deleted many at once', async () => {
    const { page } = stage
    const statuses = async () => {
      const { body } = await visitor.call('GET', '/v1/watches?scope=account&limit=1000', { headers })
      const states = (body['watches'] as Watch[]).map(({ status }) => status)
      return { active: states.filter((one) => one === 'active').length, all: states.length }
    }
    const { pool } = stage.market.database
    await pool.query("update watches set status = 'paused' where status = 'active'")
    const { all } = await statuses()
    await go('/watches')
    await field('Order').selectOption('Hotel')
    await page.getByRole('heading', { name: `${all} watches` }).waitFor()
    await page.getByLabel('Hotel, code or id').fill('UNDERCUT')
    await page.getByRole('heading', { name: '1 watch', exact: true }).waitFor()
    await page.getByLabel('Select all watches in this list').check()
    await see('1 watch selected')
    expect(await faultsOf(page)).toEqual([])
    await press('Resume')
    await see('1 watch resumed.')
    expect(await statuses()).toEqual({ active: 1, all })
    await page.getByLabel('Hotel, code or id').fill('')
    await field('Status').selectOption('paused')
    await page.getByRole('heading', { name: `${all - 1} watches` }).waitFor()
    await page.getByRole('checkbox').nth(3).check()
    await see('1 watch selected')
    await page.getByLabel('Select all watches in this list').check()
    await press('Delete')
    await press(`Delete ${all - 1} watches`)
    await see(`${all - 1} watches deleted.`)
    expect(await statuses()).toEqual({ active: 1, all: 1 })
  })

  listTests({ on: () => stage, visitor: () => visitor, headers: () => headers })

  test('of watches of another account is out of reach', async () => {
    const eve = await signUp(stage.market.url)
    const { body } = await visitor.call('GET', '/v1/watches?scope=account', { headers })
    const ids = (body['watches'] as Watch[]).slice(0, 1).map(({ id }) => id)
    const acted = await eve.call('POST', '/watches/acts', { body: { ids, act: 'delete' } })
    expect(acted.body).toMatchObject({ done: 0, refused: [{ id: ids[0] }] })
    expect((await visitor.call('GET', `/v1/watches/${ids[0]}`, { headers })).body).toMatchObject({
      id: ids[0],
    })
    const twice = await visitor.call('POST', '/watches/acts', {
      body: { ids: [ids[0], ids[0]], act: 'pause' },
    })
    expect(twice.status).toBe(400)
  })
})

test('the progress of an ids job counts its hotels, found or not', async () => {
  await go(`/jobs/job_${'1'.padStart(22, '0')}`)
  await see('3 of 4 hotels')
  await see('9 ids')
  expect(await stage.page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
})

test('after a quiet month the overview still has its charts', async () => {
  const later = await stage.context.newPage()
  await later.clock.setFixedTime(Date.now() + 40 * 86_400_000)
  await later.goto('/')
  await later.getByText('Credits by day').waitFor()
  await later.getByRole('heading', { name: 'No charges in this period' }).waitFor()
  expect(await later.getByText('Make your first call').count()).toBe(0)
  await later.close()
})

test('where the browser does not let it copy, it selects what is to be copied', async () => {
  const page = await stage.context.newPage()
  // As at an address of plain http, which a server that only this machine reaches refuses to be called by.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/explorer/stay')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Press Ctrl+C to copy the selected text').waitFor()
  const selected = await page.evaluate(() => String(getSelection()))
  expect(selected).toMatch(/^curl .*\/v1\/shop[^]*\}'$/)
  expect(await faultsOf(page)).toEqual([])
  await page.close()
})

test('the explorer takes half a mile', async () => {
  await go('/explorer/area')
  await field('Radius (miles)').fill('10.5')
  const isTaken = field('Radius (miles)').evaluate((input: HTMLInputElement) => input.checkValidity())
  expect(await isTaken).toBe(true)
})

describe('my hotels', () => {
  myHotelTests(() => stage)
})

test('the page contacted no other server, and the browser reported no errors', () => {
  expect(stage.complaints).toEqual([])
})
