import { expect, test } from 'vitest'
import { until } from '../../service/test/support/until.ts'
import { faultsOf, type Stage } from './support/stage.ts'
import type { signUp } from './support/visitor.ts'

interface Using {
  on: () => Stage
  visitor: () => Awaited<ReturnType<typeof signUp>>
  headers: () => Record<string, string>
}

/** Lists that are read whole. */
export function listTests({ on, visitor, headers }: Using): void {
  const go = (path: string) => on().page.goto(path)
  const press = (name: string) => on().page.getByRole('button', { name, exact: true }).click()
  const see = (text: string | RegExp) => on().page.getByText(text).first().waitFor()
  const field = (label: string) => on().page.getByLabel(label, { exact: true })
  const rows = () => on().page.getByRole('row').count()

  test('of hotels is searched and put in order, and a short one is not', async () => {
    const { page } = on()
    const add = (name: string, hotel_code: string) => {
      const hotel = { chain: 'aurelia', hotel_code }
      return visitor().call('POST', '/v1/sets', {
        headers: headers(),
        body: { name, hotels: [hotel], subject: hotel },
      })
    }
    await add('Zenith', 'NEWAU')
    const names = page.locator('.set-card h2')
    await go('/my-hotels')
    await see('Zenith')
    expect(await page.getByLabel('Hotel, chain or code').count()).toBe(0)
    for (let number = 1; number < 9; number += 1) await add(`Hotel ${number}`, 'LONAU')
    await go('/my-hotels')
    await page.getByLabel('Hotel, chain or code').fill('newau AURELIA')
    await page.getByRole('heading', { name: 'Hotel 8' }).waitFor({ state: 'detached' })
    expect(await names.allTextContents()).toEqual(['Zenith'])
    await page.getByLabel('Hotel, chain or code').fill('nowhere')
    await see('No hotel matches')
    // The search is in the address.
    await go('/my-hotels?q=hotel&order=Name')
    await see('Hotel 8')
    expect((await names.allTextContents())[0]).toBe('Hotel 1')
    await field('Order').selectOption('Newest first')
    await until(async () => (await names.allTextContents())[0] === 'Hotel 8')
    expect(page.url()).not.toContain('order')
    expect(await faultsOf(page)).toEqual([])
  })

  test('of schedules is searched, and paused, resumed and deleted many at once', async () => {
    const { page } = on()
    const names = ['Harbour', 'Old town', 'Station']
    for (const name of names) {
      const nights = { from: '+1d', to: '+2d' }
      const body = { hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }], nights }
      const schedule = {
        name,
        ask: 'matrix',
        body,
        every: 'day',
        at: '07:00',
        timezone: 'UTC',
        max_credits: 5,
      }
      expect(
        (await visitor().call('POST', '/v1/schedules', { headers: headers(), body: schedule })).status,
      ).toBe(201)
    }
    const act = async (button: string) =>
      page.getByRole('group', { name: 'Selected schedules' }).getByRole('button', { name: button }).click()
    await go('/schedules')
    await page.getByLabel('Select all schedules in this list').check()
    await act('Pause')
    await see('3 schedules paused.')
    expect(await page.getByRole('row').getByText('paused', { exact: true }).count()).toBe(6)
    await page.getByLabel('Select Station').check()
    await act('Resume')
    await see('1 schedule resumed.')
    await go('/schedules?status=paused')
    await until(async () => (await rows()) === 3)
    await page.getByLabel('Select all schedules in this list').check()
    expect(await faultsOf(page)).toEqual([])
    await act('Delete')
    await press('Delete 2 schedules')
    await see('2 schedules deleted.')
    const { body } = await visitor().call('GET', '/v1/schedules', { headers: headers() })
    expect(body['schedules']).toMatchObject([{ name: 'Station', status: 'active' }])
  })

  test('of receivers and of members is searched, and a short one is not', async () => {
    const { page } = on()
    const add = (name: string) => {
      const body = { kind: 'webhook', url: `${on().sink}?${encodeURIComponent(name)}`, description: name }
      return visitor().call('POST', '/v1/endpoints', { headers: headers(), body })
    }
    await add('Front desk')
    await go('/notifications')
    await see('Front desk')
    expect(await page.getByLabel('Name, address or id').count()).toBe(0)
    for (let number = 1; number < 9; number += 1) await add(`Receiver ${number}`)
    await go('/notifications?q=desk')
    await page.getByRole('heading', { name: 'Front desk' }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1)
    expect(await faultsOf(page)).toEqual([])
    await on().market.database.pool.query(
      `insert into users (id, email, name, email_verified, account, role, created_at, updated_at)
       select 'colleague-' || n, 'colleague-' || n || '@example.com', '', false, account, 'viewer', now(), now()
       from generate_series(1, 9) n, (select account from users where email = $1) own`,
      [visitor().email],
    )
    await go('/members')
    await field('E-mail').fill('colleague-7')
    await until(async () => (await rows()) === 2)
    expect(await faultsOf(page)).toEqual([])
  })
}
