import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createDriftStore } from '../../../service/src/sources/drift/store.ts'
import { faultsOf, type Stage } from './stage.ts'

/** Receipts, and what an operator sees of a change at a vendor. */
export function describeEvidence(stageOf: () => Stage): void {
  describe('somebody who must prove a price', () => {
    test('keeps a receipt in the Explorer, and opens it from the list', async () => {
      const { page } = stageOf()
      await page.goto('/receipts')
      await page.getByText('No receipts yet').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.goto('/explorer/stay?chain=castellan&hotel_code=UNDERCUT&max_age=0')
      await page.getByLabel('Receipt').selectOption('yes')
      await page.getByRole('button', { name: /^Call \/shop/ }).click()
      await page.getByRole('link', { name: 'Open the receipt' }).waitFor()
      await page.goto('/receipts')
      await page.getByRole('link', { name: /Castellan/ }).click()
      await page.getByRole('heading', { name: 'Prices of a stay' }).waitFor()
      await page.getByRole('region', { name: 'Rooms and rate plans' }).waitFor()
      await page
        .getByRole('region', { name: 'Bodies' })
        .getByText(/^[0-9a-f]{64}$/)
        .first()
        .waitFor()
      expect(await faultsOf(page)).toEqual([])
    })

    test('shares it with somebody without an account, until the link ends', async () => {
      const { page } = stageOf()
      await page.getByRole('button', { name: 'Make a link' }).click()
      const link = page.getByRole('link', { name: /\/receipts\/shared\// })
      const url = String(await link.getAttribute('href'))
      const shared = await fetch(url)
      expect([shared.status, await shared.text()]).toEqual([200, expect.stringContaining('Prices of a stay')])
      await page.goto('/receipts')
      await page.getByText('shared', { exact: true }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'End the link' }).click()
      await page.getByRole('button', { name: 'Make a link' }).waitFor()
      expect((await fetch(url)).status).toBe(404)
    })

    test('downloads what can be verified, and prints it without what cannot be pressed on paper', async () => {
      const { page } = stageOf()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ])
      const { receipt, bodies } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
        receipt: { id: string; readings: { bodies: { sha256: string }[] }[] }
        bodies: { sha256: string }[]
      }
      expect(file.suggestedFilename()).toBe(`${receipt.id}.json`)
      const named = receipt.readings.flatMap((reading) => reading.bodies.map(({ sha256 }) => sha256))
      expect(new Set(bodies.map(({ sha256 }) => sha256))).toEqual(new Set(named))
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByRole('button', { name: 'Download' }).isVisible()).toBe(false)
      expect(await page.getByText('Share it').isVisible()).toBe(false)
      expect(await page.getByRole('region', { name: 'Bodies' }).isVisible()).toBe(true)
      expect((await page.pdf()).length).toBeGreaterThan(10_000)
      await page.emulateMedia({ media: null })
    })
  })

  describe('an operator whose vendor has changed something', () => {
    test('sees the field, the body, and accepts the change', async () => {
      const { page, market } = stageOf()
      const { pool } = market.database
      await pool.query(
        "update accounts set operator = true where id = (select account from users where email = 'ada@example.com')",
      )
      const drift = { source: 'aurelia', family: 'ohip', request: 'shop: GET /rates', path: '/total/amount' }
      const told = { change: 'gone', before: 'in all of 412 answers', after: 'missing', body: '{"sum":1}' }
      await createDriftStore(pool).raise({ ...drift, ...told }, 0)
      await page.goto('/operator/drift')
      const changes = page.getByRole('region', { name: 'Changes at vendors' })
      for (const text of ['/total/amount', 'Missing', 'in all of 412 answers'])
        await changes.getByText(text, { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Show the body with /total/amount' }).click()
      await page.getByLabel('Body', { exact: true }).getByText('"sum": 1').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'These changes are right' }).click()
      await page.getByRole('button', { name: 'Learn again' }).click()
      await page.getByText('Nothing has changed').waitFor()
      await changes.getByText(/^accepted by /).waitFor()
      const { rows } = await pool.query('select 1 from source_drifts where learnt_at is not null')
      expect(rows).toHaveLength(1)
    })
  })
}
