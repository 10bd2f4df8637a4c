import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, signUp } from './support/newcomer.ts'
import { openReplayedLiteapi, type ReplayedVendor } from './support/replayed-liteapi.ts'
import { faultsOf, openStage, type Stage } from './support/stage.ts'

let stage: Stage
let vendor: ReplayedVendor
/** Every answer that the operator's browser got. */
const answers: string[] = []

beforeAll(async () => {
  vendor = await openReplayedLiteapi()
  stage = await openStage()
})

afterAll(async () => {
  await stage.stop()
  vendor.stop()
})

/** A signed-in operator with a key. */
async function newOperator(email: string): Promise<Page> {
  const page = await stage.newVisitor()
  page.on('response', (response) => {
    // An answer of a page that was left meanwhile is gone.
    void response.text().then(
      (text) => answers.push(text),
      () => {},
    )
  })
  await signUp(page, email)
  await stage.market.database.pool.query(
    'update accounts set operator = true where id in (select account from users where email = $1)',
    [email],
  )
  await createKey(page)
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

  test('connects LiteAPI in at most six clicks from the overview', async () => {
    let clicks = 0
    const click = async (locator: Locator) => {
      clicks += 1
      await locator.click()
    }
    await page.goto('/')
    await click(page.getByRole('link', { name: 'Server', exact: true }))
    await click(page.getByRole('button', { name: 'Add a source' }))
    await click(page.getByRole('button', { name: /two million hotels/ }))
    await page.getByLabel('API key').fill(vendor.apiKey)
    // The test's vendor has an address of its own; a real one needs no such click.
    await click(page.getByText('Id, name, address and limits'))
    await page.getByLabel('Address').fill(vendor.url)
    await click(page.getByRole('button', { name: 'Test', exact: true }))
    await click(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByRole('link', { name: 'Shop a stay there' }).waitFor()
    expect(clicks).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Remove LiteAPI' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
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
    await page.getByLabel('Address').fill(vendor.url)
    await page.getByLabel('API key').fill('sand_wrong-key-0000')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Sandbox keys start with sand_').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)

    await page.getByLabel('API key').fill(vendor.apiKey)
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
    await page.locator('.bench-answer').getByText(vendor.total).first().waitFor()
    expect(taps).toBeLessThanOrEqual(6)
    await page.getByText(/invented, except those of LiteAPI/).waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  describe('by keyboard alone', () => {
    /** Moves the focus by Tab to a control with this name. */
    const reach = async (name: string | RegExp) => {
      const isIt = (found: string) => (typeof name === 'string' ? found === name : name.test(found))
      for (let step = 0; step < 160; step += 1) {
        await page.keyboard.press('Tab')
        const named = await page.evaluate(() => {
          const at = document.activeElement
          const label = at instanceof HTMLInputElement ? at.labels?.[0] : null
          return at?.getAttribute('aria-label') ?? (label ?? at)?.textContent?.trim() ?? ''
        })
        if (isIt(named)) return
      }
      throw new Error(`the keyboard does not reach ${String(name)}`)
    }
    const use = async (name: string | RegExp) => {
      await reach(name)
      await page.keyboard.press('Enter')
    }
    const type = async (name: string | RegExp, text: string) => {
      await reach(name)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    }

    test('edits, disables and removes it', async () => {
      await page.goto('/operator/sources')
      await page.getByRole('button', { name: 'Edit LiteAPI' }).waitFor()
      await use('Edit LiteAPI')
      const key = page.getByRole('dialog').getByLabel('API key')
      await key.waitFor()
      expect(await key.getAttribute('placeholder')).toContain('…')
      await use('Test')
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
      await use('Save')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await use('Disable LiteAPI')
      await page.getByRole('button', { name: 'Enable LiteAPI' }).waitFor()
      await use('Remove LiteAPI')
      await page.getByRole('dialog').waitFor()
      await use('Remove')
      await page.getByRole('button', { name: 'Edit LiteAPI' }).waitFor({ state: 'detached' })
    })

    test('connects it again and shops a stay there', async () => {
      await use('Add a source')
      await page.getByRole('button', { name: /two million hotels/ }).waitFor()
      await use(/two million hotels/)
      await page.getByLabel('API key').waitFor()
      await type(/^API key/, vendor.apiKey)
      await use('Id, name, address and limits')
      await type(/^Address/, vendor.url)
      await use('Test')
      await page.getByRole('dialog').getByText('works', { exact: true }).first().waitFor()
      await use('Save')
      await page.getByRole('link', { name: 'Shop a stay there' }).waitFor()
      await use('Shop a stay there')
      await page.getByRole('button', { name: /^Call \/shop/ }).waitFor()
      await use(/^Call \/shop/)
      const price = page.locator('.bench-answer').getByText(vendor.total).first()
      await price.waitFor()
      expect(await price.isVisible()).toBe(true)
    })
  })

  test('switches the sandbox off and on', async () => {
    await page.goto('/operator/sources')
    await page.getByRole('button', { name: 'Switch the sandbox off' }).click()
    await page.getByText('The sandbox is off: only real sources are left.').waitFor()
    expect(await page.getByText(/are invented/).count()).toBe(0)
    await page.getByRole('button', { name: 'Switch the sandbox on' }).click()
    await page.getByText(/invented, except those of LiteAPI/).waitFor()
    expect(stage.complaints).toEqual([])
  })

  test('finds the key on no page and in no answer', async () => {
    for (const path of [
      '/operator/sources',
      '/operator/spending',
      '/operator/drift',
      '/status',
      '/requests',
    ]) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      const html = await page.evaluate(() => document.documentElement.outerHTML)
      expect(html).not.toContain(vendor.apiKey)
    }
    expect(answers.some((text) => text.includes(vendor.url))).toBe(true)
    expect(answers.filter((text) => text.includes(vendor.apiKey))).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
