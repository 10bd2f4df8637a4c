import type { ParityResponse } from '@vacancy/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBooks } from '../../service/test/support/accounts.ts'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { describeAwards } from './support/award-pages.ts'
import { describeJourney } from './support/journey.ts'
import { createKey, signUp } from './support/newcomer.ts'
import { describePhone } from './support/on-a-phone.ts'
import { faultsOf, openStage, pickHotel, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

let stage: Stage
/** The address of an answer. */
let shared = ''

beforeAll(async () => {
  stage = await openStage({ hasMail: true })
  await stage.market.startWorker()
  await signUp(stage.page, 'ada@example.com')
  await createKey(stage.page)
})

afterAll(async () => {
  await stage.stop()
})

const go = (path: string) => stage.page.goto(path)
const press = (name: string) => stage.page.getByRole('button', { name, exact: true }).click()
const see = (text: string | RegExp) => stage.page.getByText(text).first().waitFor()
const books = async () => {
  const { rows } = await stage.market.database.pool.query<{ id: number }>(
    'select account as id from users order by created_at limit 1',
  )
  return readBooks(stage.market.database.pool, rows[0]?.id ?? 0)
}

test('a hotel that is not found may not have been read yet', async () => {
  const { pool } = stage.market.database
  await pool.query(
    `insert into directory_syncs (source, phase, due_at) values ('aurelia', 'whole', now() + interval '1 day')`,
  )
  await go('/explorer/stay')
  await stage.page.getByRole('combobox', { name: 'Hotel' }).fill('a hotel that is nowhere at all')
  await see('Hotels are still being read')
  const list = stage.page.getByRole('listbox', { name: 'Hotels' })
  expect(await list.textContent()).toContain('No hotel found')
  await pool.query('delete from directory_syncs')
})

test('parity is shown room by room: the same room, with the same conditions', async () => {
  const { page } = stage
  const CALLS = '**/v1/parity'
  // The sandbox names its rooms too clearly: one match is made unsure.
  await page.route(CALLS, async (route) => {
    const answer = await route.fetch()
    const parity = (await answer.json()) as Partial<ParityResponse>
    // A quote has none.
    const [match] = (parity.rooms ?? []).flatMap(({ channels }) => channels)
    Object.assign(match ?? {}, {
      confidence: 0.7,
      room_name: 'Room With a Double',
      evidence: ['same beds'],
    })
    await route.fulfill({ response: answer, json: parity })
  })
  await go('/explorer/parity')
  await pickHotel(page, 'aurelia UNDERCUT')
  await press('Call /parity')
  await page.getByRole('button', { name: /^Spend up to/ }).click()
  const rooms = page.getByRole('region', { name: 'Price by room' })
  await rooms.getByRole('row').nth(1).waitFor()
  expect(await rooms.getByRole('row').nth(1).textContent()).toMatch(/refundable, .*%/)
  await page.getByText('One more may be the same, and was not compared').click()
  await page.getByText(/“Room With a Double”: 70% sure\. same beds/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.unroute(CALLS)
})

describe('an answer that was paid for', () => {
  const result = () => stage.page.getByRole('region', { name: 'Answer' })

  test('is charged once by a double click', async () => {
    await go('/explorer/stay')
    await pickHotel(stage.page, 'aurelia LONAU')
    const shops = async () => {
      const { rows } = await stage.market.database.pool.query(
        "select 1 from usage_lines where endpoint = 'shop'",
      )
      return rows.length
    }
    const before = await shops()
    await stage.page.getByRole('button', { name: 'Call /shop' }).dblclick()
    await result().waitFor()
    await until(async () => (await books()).held === 0)
    expect(await shops()).toBe(before + 1)
    // Pounds have pence.
    expect(await result().textContent()).toMatch(/\d p per point/)
    expect(await result().textContent()).not.toContain('¢')
  })

  test('comes back with its form after a change of tab, a reload, and to a shared address, free', async () => {
    const { used } = await books()
    await stage.page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await result().waitFor({ state: 'detached' })
    await stage.page.getByRole('link', { name: 'Stay', exact: true }).click()
    await result().waitFor()
    await stage.page.reload()
    await result().waitFor()
    await see('(paid before)')
    // The name follows the code.
    const picker = stage.page.getByRole('combobox', { name: 'Hotel' })
    await until(async () => (await picker.inputValue()).includes('Observatory'))
    shared = stage.page.url()
    expect((await books()).used).toBe(used)
  })

  test('of a grid is there when its job is done, with what the job has spent', async () => {
    await go('/explorer/grid')
    await stage.page.getByLabel('Last night').fill(inDays(62))
    await stage.page.getByLabel('First night').fill(inDays(60))
    await press('Call /matrix')
    await stage.page.locator('.grid-cell').first().waitFor()
    const { used } = await books()
    const { rows } = await stage.market.database.pool.query<{ spent: string }>(
      'select spent / 1000.0 as spent from jobs order by id desc limit 1',
    )
    expect(await stage.page.locator('.receipt').textContent()).toContain(
      `${Number(rows[0]?.spent)} credits spent`,
    )
    const left = (250 - used / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })
    await stage.page
      .locator('.receipt')
      .filter({ hasText: `Remaining${left}` })
      .waitFor()
    await stage.page.reload()
    await stage.page.locator('.grid-cell').first().waitFor()
    expect((await books()).used).toBe(used)
  })
})

describeAwards(() => stage)

describePhone(() => stage)

describeJourney(() => stage)

describe('a stranger to the address', () => {
  beforeAll(async () => {
    await go('/')
    await press('Sign out')
    await stage.page.waitForURL('**/sign-in')
  })

  test('gets the page that was asked for after signing in, with its form and its answer', async () => {
    await stage.page.goto(shared)
    await stage.page.waitForURL('**/sign-in')
    await stage.page.getByLabel('E-mail').fill('ada@example.com')
    await stage.page.getByLabel('Password').fill(PASSWORD)
    await press('Sign in')
    await stage.page.getByRole('region', { name: 'Answer' }).waitFor()
    expect(stage.page.url()).toBe(shared)
  })

  test('is told in words that a page does not exist', async () => {
    const answer = await go('/pricing')
    expect(answer?.status()).toBe(404)
    await see('Page not found')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  const linkTo = async (name: string): Promise<string> => {
    const link = () =>
      stage.mails.map(({ text }) => new RegExp(`http\\S+${name}\\S+`).exec(text ?? '')?.[0]).find(Boolean)
    await until(async () => link() !== undefined)
    return link() ?? ''
  }

  test('who signed up confirms the address by a mail and the password', async () => {
    const bob = await stage.newVisitor()
    await signUp(bob, 'bob@example.com')
    await bob.goto('/account')
    await bob.getByRole('button', { name: 'Confirm e-mail' }).click()
    const dialog = bob.getByRole('dialog')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Send me a link' }).click()
    await bob.goto(await linkTo('confirm-email'))
    await bob.getByLabel('Password').fill(PASSWORD)
    expect(await faultsOf(bob)).toEqual([])
    await bob.getByRole('button', { name: 'Confirm', exact: true }).click()
    await bob.getByText('Your address is confirmed').waitFor()
    await bob.goto('/account')
    await bob.getByRole('button', { name: 'Change e-mail' }).waitFor()
    expect(await bob.getByRole('button', { name: 'Confirm e-mail' }).count()).toBe(0)
    await bob.context().close()
  })

  test('who forgot the password chooses another by a mail', async () => {
    const ada = await stage.newVisitor()
    await ada.goto('/sign-in')
    await ada.getByRole('link', { name: 'Forgot your password?' }).click()
    await ada.getByLabel('E-mail').fill('ada@example.com')
    await ada.getByRole('button', { name: 'Send me a link' }).click()
    await ada.goto(await linkTo('reset-password'))
    await ada.getByLabel('New password').fill('another good one')
    expect(await faultsOf(ada)).toEqual([])
    await ada.getByRole('button', { name: 'Save' }).click()
    await ada.getByText('all sessions have ended').waitFor()
    await ada.getByText(/never confirmed before, so this ended or is paused: 1 key/).waitFor()
    await ada.getByRole('link', { name: 'Sign in' }).click()
    await ada.getByLabel('E-mail').fill('ada@example.com')
    await ada.getByLabel('Password').fill('another good one')
    await ada.getByRole('button', { name: 'Sign in' }).click()
    await ada.getByRole('heading', { name: 'Overview' }).waitFor()
    await ada.context().close()
  })
})

test('the page contacted no other server, and the browser reported no errors', () => {
  expect(stage.complaints).toEqual([])
})
