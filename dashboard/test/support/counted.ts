import type { Page } from 'playwright-core'
import { readBooks } from '../../../service/test/support/accounts.ts'
import type { Stage } from './stage.ts'

/** What a journey takes: clicks and credits. */

/** Counts real presses of the pointer, or taps, over all pages of a tab. Playwright chooses in a select without one. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      true,
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))
}

/** Credits that the account of a person has spent. */
export async function spentBy({ market }: Stage, email: string): Promise<number> {
  const { pool } = market.database
  const { rows } = await pool.query<{ id: number }>('select account as id from users where email = $1', [
    email,
  ])
  return (await readBooks(pool, rows[0]?.id ?? 0)).used / 1000
}
