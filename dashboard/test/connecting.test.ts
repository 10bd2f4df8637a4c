import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, signUp } from './support/newcomer.ts'
import { faultsOf, openStage, type Stage } from './support/stage.ts'

/** A source of the sandbox speaks LiteAPI, with a key of its own. */
const VENDOR = 'glasshouse'
const HOTEL = 'lp1f982'

let stage: Stage
let apiKey = ''
let address = ''
let hotel = HOTEL

beforeAll(async () => {
  stage = await openStage()
  const { sandbox } = stage.market
  apiKey = String(sandbox.environment['GLASSHOUSE_API_KEY'])
  address = `${sandbox.url}/${VENDOR}`
})

afterAll(async () => {
  await stage.stop()
})

/** A signed-in operator with a key. */
async function newOperator(email: string): Promise<Page> {
  const page = await stage.newVisitor()
  await signUp(page, email)
  await stage.market.database.pool.query(
    'update accounts set operator = true where id in (select account from users where email = $1)',
    [email],
  )
  await createKey(page)
  const chains = await page.evaluate(async () => {
    const keyId = localStorage.getItem('vacancy.key-id') ?? ''
    return (await fetch('/app/api/v1/chains', { headers: { 'x-key-id': keyId } })).json() as Promise<{
      chains: { id: string; examples: string[] }[]
    }>
  })
  hotel = chains.chains.find(({ id }) => id === VENDOR)?.examples[0] ?? HOTEL
  return page
}

describe('an operator', () => {
  let page: Page

  test('is asked once how to begin, and sees on every page that prices are invented', async () => {
    page = await newOperator('ada@example.com')
    await page.goto('/')
    await page.getByText('All hotels and prices here are invented.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Connect a source', exact: true }).click()
    await page.waitForURL('**/operator/sources')
    await page.goto('/')
    await page.getByText('All hotels and prices here are invented.').waitFor()
    expect(await page.getByText('How do you want to begin?').count()).toBe(0)
    for (const path of ['/explorer/stay', '/watches', '/awards', '/keys']) {
      await page.goto(path)
      await page.getByText('All hotels and prices here are invented.').waitFor()
    }
  })

  test('connects LiteAPI on a phone and shops a stay, with few taps after pasting the key', async () => {
    const onPhone = () => page.setViewportSize({ width: 390, height: 844 })
    await onPhone()
    await page.goto('/operator/sources')
    await page.getByRole('button', { name: 'Add a source' }).click()
    await page.getByRole('button', { name: /two million hotels/ }).click()
    expect(await faultsOf(page)).toEqual([])
    await onPhone()
    await page.getByText('Id, name, address and limits').click()
    await page.getByLabel('Address').fill(address)
    await page.getByLabel('A hotel to test with').fill(hotel)
    await page.getByLabel('API key').fill('sand_wrong-key-0000')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Sandbox keys start with sand_').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)

    await page.getByLabel('API key').fill(apiKey)
    let taps = 0
    const tap = async (role: 'button' | 'link', name: string | RegExp) => {
      taps += 1
      await page.getByRole(role, { name }).click()
    }
    await tap('button', /^Test$/)
    await page.getByRole('dialog').getByText('works', { exact: true }).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await onPhone()
    await tap('button', /^Save$/)
    await tap('link', 'Shop a stay there')
    await tap('button', /^Call \/shop/)
    await page.locator('.bench-answer').getByText('available', { exact: true }).first().waitFor()
    expect(taps).toBeLessThanOrEqual(6)
    await page.getByText(/invented, except those of LiteAPI/).waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('edits, disables and removes it by keyboard alone', async () => {
    /** Moves the focus by Tab to a control, and uses it. */
    const reach = async (name: string) => {
      for (let step = 0; step < 160; step += 1) {
        await page.keyboard.press('Tab')
        const named = await page.evaluate(() => {
          const at = document.activeElement
          return at?.getAttribute('aria-label') ?? at?.textContent?.trim()
        })
        if (named === name) return page.keyboard.press('Enter')
      }
      throw new Error(`the keyboard does not reach ${name}`)
    }
    await page.goto('/operator/sources')
    await page.getByRole('button', { name: 'Edit LiteAPI' }).waitFor()
    await reach('Edit LiteAPI')
    await page.getByRole('dialog').getByLabel('API key').waitFor()
    expect(await page.getByRole('dialog').getByLabel('API key').getAttribute('placeholder')).toContain('…')
    await reach('Test')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await reach('Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await reach('Disable LiteAPI')
    await page.getByRole('button', { name: 'Enable LiteAPI' }).waitFor()
    await reach('Remove LiteAPI')
    await page.getByRole('dialog').waitFor()
    await reach('Remove')
    await page.getByRole('button', { name: 'Edit LiteAPI' }).waitFor({ state: 'detached' })
    const html = await page.evaluate(() => document.documentElement.outerHTML)
    expect(html).not.toContain(apiKey)
  })

  test('switches the sandbox off and on', async () => {
    await page.goto('/operator/sources')
    await page.getByRole('button', { name: 'Switch the sandbox off' }).click()
    await page.getByText('The sandbox is off: only real sources are left.').waitFor()
    expect(await page.getByText('All hotels and prices here are invented.').count()).toBe(0)
    await page.getByRole('button', { name: 'Switch the sandbox on' }).click()
    await page.getByText('All hotels and prices here are invented.').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
