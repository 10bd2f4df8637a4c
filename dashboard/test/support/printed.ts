import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

/**
 * A page as the browser prints it: how many sheets of paper, and what they say as poppler reads it (null without poppler).
 * `BOARD_PDFS=<folder>` keeps the file, to be looked at.
 */
export async function printed(page: Page, name: string): Promise<{ pages: number; text: string | null }> {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const kept = process.env['BOARD_PDFS']
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'vacancy-printed-')))
  const path = join(folder, `${name}.pdf`)
  try {
    await writeFile(path, file)
    return {
      pages: file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
      text: await textOf(path),
    }
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true })
  }
}

async function textOf(path: string): Promise<string | null> {
  const reading = promisify(execFile)('pdftotext', ['-layout', path, '-'])
  return reading.then(
    ({ stdout }) => stdout,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}
