import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether LibreOffice is installed. Tests that need it say in their name what is missing. */
export const hasLibreOffice = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'soffice')))

/** A cell as LibreOffice writes it; only texts are quoted. */
export interface SheetCell {
  text: string
  isText: boolean
}

export type Sheets = Record<string, SheetCell[][]>

/** Every sheet of a workbook as LibreOffice reads it, and the values of formulas that it computes over them. */
export async function openWorkbook(bytes: Buffer, formulas: readonly string[] = []): Promise<Sheets> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'book.xlsx'), bytes)
    if (formulas.length === 0) return convert(folder, join(folder, 'book.xlsx'))
    await soffice(folder, 'fods', join(folder, 'book.xlsx'))
    const flat = await readFile(join(folder, 'book.fods'), 'utf8')
    const rows = formulas.map(
      (formula) => `<table:table-row><table:table-cell table:formula="of:=${formula}"/></table:table-row>`,
    )
    const sheet = `<table:table table:name="computed">${rows.join('')}</table:table>`
    await writeFile(join(folder, 'book.fods'), flat.replace('</office:spreadsheet>', `${sheet}$&`))
    return convert(folder, join(folder, 'book.fods'))
  })
}

/** A file on the web, as LibreOffice reads it; and the sheets that a macro in Basic leaves as CSV in the folder that it is given. */
export async function openUrl(
  url: string,
  macro: (folder: string) => string,
): Promise<{ opened: Sheets; left: Sheets }> {
  return inFolder(async (folder) => {
    const opened = await convert(folder, url)
    // The first start makes the profile, without keeping macros that are there already.
    const library = join(folder, 'profile', 'user', 'basic', 'Standard')
    const module = macro(folder).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    await writeFile(join(library, 'Module1.xba'), `${BASIC_HEAD}${module}</script:module>`)
    for (const name of await sheetsIn(folder)) await rm(join(folder, name))
    await office(folder, '--norestore', 'macro:///Standard.Module1.Main()')
    return { opened, left: await readSheets(folder) }
  })
}

const BASIC_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">'

/** UTF-8, texts quoted, values as shown, every sheet in a file of its own. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1'

async function convert(folder: string, source: string): Promise<Sheets> {
  await soffice(folder, AS_CSV, source)
  return readSheets(folder)
}

async function readSheets(folder: string): Promise<Sheets> {
  const read = (await sheetsIn(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    return [name.replace(/^.*-|\.csv$/g, ''), cellsIn(text)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

async function sheetsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.csv'))
}

async function soffice(folder: string, to: string, source: string): Promise<void> {
  await office(folder, '--convert-to', to, '--outdir', folder, source)
}

async function office(folder: string, ...args: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [profile, '--headless', ...args])
}

/** A field, and what follows it. The reader of `csv.ts` would not tell which were quoted. */
const FIELD = /("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g

function cellsIn(csv: string): SheetCell[][] {
  const rows: SheetCell[][] = [[]]
  for (const [, field = '', end] of csv.matchAll(FIELD)) {
    const isText = field.startsWith('"')
    rows.at(-1)?.push({ isText, text: isText ? field.slice(1, -1).replaceAll('""', '"') : field })
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-office-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
