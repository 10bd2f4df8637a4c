import type { Locator, Page } from 'playwright-core'

/** Moves on with the Tab key until something has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the Tab key does not lead to ${String(wanted)}`)
}
