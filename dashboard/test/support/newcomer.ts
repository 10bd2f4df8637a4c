import type { Page } from 'playwright-core'
import { PASSWORD } from './visitor.ts'

/** Signs up by the page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Make your first call').waitFor()
}

/** Creates the first key by the page. */
export async function createKey(page: Page): Promise<void> {
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Create your first key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('production')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
}
