import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Command } from 'commander'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { date, dayOrTime, duration, hotels, moment, nights, place } from '../src/cli/arguments.ts'
import { add as addCompletion } from '../src/cli/completion.ts'
import { chooseCredentials, writeCredentials } from '../src/cli/credentials.ts'
import { paintFor } from '../src/cli/paint.ts'
import { startProgress } from '../src/cli/progress.ts'
import type { Shell } from '../src/cli/shell.ts'
import { table, widthOf } from '../src/cli/table.ts'
import { stripOf } from '../src/cli/trip.ts'
import { judge } from '../src/cli/waiting.ts'
import { amount, money } from '../src/cli/words.ts'
import type { Job } from '../src/client.ts'

const plain = paintFor({ isTTY: false }, {})

test('dates may be words, counted from today', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // A Thursday.
  vi.setSystemTime(new Date(2026, 10, 19, 23, 30))
  const meant = (text: string) => date(text)
  expect(
    ['today', 'tomorrow', '+30d', '-1d', '+2w', 'Friday', 'next thursday', 'next friday'].map(meant),
  ).toEqual([
    '2026-11-19',
    '2026-11-20',
    '2026-12-19',
    '2026-11-18',
    '2026-12-03',
    '2026-11-20',
    '2026-11-26',
    '2026-11-20',
  ])
  expect(nights('friday..sunday')).toEqual({ from: '2026-11-20', to: '2026-11-22' })
  expect(nights('next friday..monday')).toEqual({ from: '2026-11-20', to: '2026-11-23' })
  expect(nights('+30d..+60d')).toEqual({ from: '2026-12-19', to: '2027-01-18' })
  expect(nights('2026-12-24..2027-01-02')).toEqual({ from: '2026-12-24', to: '2027-01-02' })
  expect(moment('-7d')).toBe('2026-11-12T00:00:00.000Z')
  expect(moment('2026-11-01T09:30:00Z')).toBe('2026-11-01T09:30:00.000Z')
  expect([dayOrTime('+1d'), dayOrTime('2027-03-01T18:00:00+01:00')]).toEqual([
    '2026-11-20',
    '2027-03-01T18:00:00+01:00',
  ])
})

test('every day that exists can be written, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (month, day) => {
      const text = `2028-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const exists =
        new Date(`${text}T00:00:00Z`).getUTCDate() === day && new Date(text).getUTCMonth() === month - 1
      if (exists) return date(text) === text
      try {
        date(text)
        return false
      } catch (error) {
        return String(error).includes('does not exist')
      }
    }),
  )
})

test('a trip is drawn as a strip of nights, with brackets around each hotel', () => {
  const block = {
    chain: 'aurelia',
    name: null,
    cash_after_tax: 0,
    points: 0,
    free_nights: 0,
    certificate: null,
    transfers: [],
    observed_at: '2026-11-16T00:00:00.000Z',
  }
  const blocks = [
    { ...block, hotel_code: 'LONAU', checkin: '2026-12-30', los: 2, pay: 'points' },
    { ...block, hotel_code: 'LONAU', checkin: '2027-01-01', los: 1, pay: 'certificate' },
    { ...block, hotel_code: 'NEWAU', checkin: '2027-01-02', los: 2, pay: 'cash' },
  ] as const
  expect(stripOf(blocks)).toEqual({
    days: ' 30  31   1   2   3',
    strip: '[ P   P   C][ $   $]',
  })
})

test('nights, hotels, places and times are read as people write them', () => {
  expect(nights('2027-03-01..2027-03-31')).toEqual({ from: '2027-03-01', to: '2027-03-31' })
  expect(nights('2027-03-01')).toEqual({ from: '2027-03-01', to: '2027-03-01' })
  expect(() => nights('2027-03-05..2027-03-01')).toThrow('The last night is before the first night.')
  expect(() => nights('2027-02-30')).toThrow('2027-02-30 does not exist: 2027-02 has 28 days.')
  expect(() => nights('2027-13-01')).toThrow('2027-13-01 does not exist: there are 12 months.')
  expect(() => nights('soon')).toThrow('Write a date as YYYY-MM-DD, +30d, tomorrow or friday.')
  expect(() => nights('2027-03-01..2027-03-02..2027-03-03')).toThrow('Write nights as FROM..TO')
  expect(hotels('aurelia:LONAU,NEWAU', [{ chain: 'ivyrow', hotel_code: 'X' }])).toEqual([
    { chain: 'ivyrow', hotel_code: 'X' },
    { chain: 'aurelia', hotel_code: 'LONAU' },
    { chain: 'aurelia', hotel_code: 'NEWAU' },
  ])
  expect(() => hotels('LONAU')).toThrow('Write a hotel as SOURCE:CODE')
  expect(place('38.72,-9.14')).toEqual({ lat: 38.72, lng: -9.14 })
  expect(place('id:ChIJ1')).toEqual({ place_id: 'ChIJ1' })
  expect(place('Springfield, IL')).toEqual({ q: 'Springfield, IL' })
  expect([duration('90'), duration('30m'), duration('6h'), duration('7d')]).toEqual([
    90, 1800, 21_600, 604_800,
  ])
})

test('money has the digits of its currency, credits as few as will do', () => {
  expect([money(1234.5, 'USD'), money(18069, 'JPY'), money(1.5, 'KWD'), money(null, 'USD')]).toEqual([
    '1,234.50',
    '18,069',
    '1.500',
    '',
  ])
  expect([amount(49_992.7), amount(0.025), amount(1_000_000)]).toEqual(['49,992.7', '0.025', '1,000,000'])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      expect(money(cents / 100, 'USD').replaceAll(',', '')).toBe((cents / 100).toFixed(2))
    }),
  )
})

test('a table lines up with any content, leaves out empty columns, and never exceeds the terminal', () => {
  const cells = fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 30 }), figure: fc.nat() })
  const clean = fc.array(cells, { minLength: 1, maxLength: 8 }).filter((rows) => rows.every(isPrintable))
  fc.assert(
    fc.property(clean, fc.integer({ min: 24, max: 60 }), (rows, width) => {
      const made = table(
        [
          { title: 'Name', flexible: true, value: ({ name }) => name },
          { title: 'Nothing', value: () => '' },
          { title: 'Figure', align: 'right', value: ({ figure }) => String(figure) },
        ],
        rows,
        { paint: plain, width },
      )
      const lines = made.trimEnd().split('\n')
      expect(lines).toHaveLength(rows.length + 1)
      expect(made).not.toContain('Nothing')
      expect(new Set(lines.map(widthOf)).size).toBe(1)
      expect(widthOf(lines[0] ?? '')).toBeLessThanOrEqual(width)
    }),
  )
  expect(widthOf('東京 Café')).toBe(9)
})

function isPrintable({ name }: { name: string }): boolean {
  return !/[\p{C}\p{Z}\p{Extended_Pictographic}\p{Emoji}]/u.test(name.replaceAll(' ', ''))
}

test('colours are for terminals, and for those who want them', () => {
  const terminal = { isTTY: true }
  expect(paintFor(terminal, {})('red', 'sold out')).toBe('\u001B[31msold out\u001B[39m')
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
    expect(paintFor(terminal, env)('red', 'x')).toBe('x')
  expect(plain('red', 'x')).toBe('x')
})

const JOB: Job = {
  id: 'job_1',
  kind: 'matrix',
  status: 'running',
  cells_total: 2000,
  cells_done: 1000,
  tasks_total: 20,
  tasks_done: 9,
  tasks_failed: 1,
  failures: [],
  credits_reserved: 400,
  credits_spent: 180,
  upstream: null,
  created_at: '2026-11-15T06:00:00.000Z',
  started_at: '2026-11-15T06:00:00.000Z',
  finished_at: null,
}

function shellOn(isTTY: boolean): { shell: Shell; said: () => string } {
  let text = ''
  const stderr = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  Object.assign(stderr, { isTTY, columns: 80 })
  const say = (line: string) => stderr.write(`${line}\n`)
  const shell = { stderr, say, paint: plain, paintError: plain, print: (line: string) => say(line) }
  return { shell: shell as unknown as Shell, said: () => text }
}

test('progress is a bar in place on a terminal, and a line now and then elsewhere', () => {
  const terminal = shellOn(true)
  const bar = startProgress(terminal.shell)
  bar.show(JOB)
  const drawn = `${'█'.repeat(12)}${'░'.repeat(12)}  50 %  1,000/2,000 cells  180 credits  0:`
  expect(terminal.said()).toContain(`\r\u001B[2K${drawn}`)
  expect(widthOf(terminal.said().slice(5))).toBeLessThanOrEqual(80)
  bar.show({ ...JOB, tasks_total: 8, tasks_done: 1, tasks_failed: 0, cells_total: 244, cells_done: 135 })
  expect(terminal.said()).toContain(' 55 %  135/244 cells')
  bar.end()

  const log = shellOn(false)
  const lines = startProgress(log.shell)
  for (let done = 0; done <= 20; done += 1) {
    lines.show({ ...JOB, tasks_failed: 0, tasks_done: done, cells_done: done * 100 })
  }
  expect(log.said().trim().split('\n')).toHaveLength(11)
  expect(log.said()).not.toContain('\u001B')
})

test('a job without any success is a failure of its sources; a part is said', () => {
  const { shell, said } = shellOn(false)
  expect(() => judge(shell, { ...JOB, status: 'failed' })).toThrow(
    expect.objectContaining({ exit: 4, message: expect.stringContaining('none of its 20 tasks succeeded') }),
  )
  judge(shell, { ...JOB, status: 'done' })
  expect(said()).toBe('1 of 20 tasks failed. Their cells are missing and cost nothing.\n')
})

test('the environment goes before what is stored, and a stored key is sent nowhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-credentials-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { XDG_CONFIG_HOME: folder }
  await expect(chooseCredentials(env)).rejects.toThrow('There is no API key.')
  const file = await writeCredentials(env, { url: 'https://rates.example.com', key: 'vk_stored' })
  expect(await chooseCredentials(env)).toEqual({ url: 'https://rates.example.com', key: 'vk_stored' })
  expect(await chooseCredentials({ ...env, VACANCY_API_KEY: 'vk_mine' })).toEqual({
    url: 'https://rates.example.com',
    key: 'vk_mine',
  })
  expect(await chooseCredentials({ ...env, VACANCY_URL: 'https://rates.example.com/v1/' })).toMatchObject({
    key: 'vk_stored',
  })
  await expect(chooseCredentials({ ...env, VACANCY_URL: 'https://evil.example.com' })).rejects.toThrow(
    'The stored key belongs to https://rates.example.com',
  )
  await writeFile(file, 'not what it was')
  await expect(chooseCredentials(env)).rejects.toThrow('was not written by `vacancy login`')
})

test.each(['zsh', 'fish'])('%s gets a script that names every command and option', async (name) => {
  const { shell, said } = shellOn(false)
  const program = new Command('vacancy')
  program.command('shop').description("what's for sale").argument('<chain>').option('--los <n>', 'nights')
  addCompletion(program, shell)
  await program.parseAsync(['completion', name], { from: 'user' })
  for (const word of ['shop', 'vacancy complete', 'sources', 'los', "what'\\''s for sale"])
    expect(said()).toContain(word)
})
