import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, VacancyError } from '../src/client.ts'
import { runCommand } from './run-command.ts'

const HALF = 'chain,hotel_code\naurelia,LONAU\n'

let server: Server
let baseUrl: string
let folder: string
let finish: (response: ServerResponse) => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-cut-'))
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    if (pathname === '/v1/watches') return listWatches(response, searchParams.get('cursor'))
    const isFile = pathname.endsWith('export')
    response.writeHead(200, {
      'content-type': isFile ? 'text/csv; charset=utf-8' : 'application/json',
      'x-credits-charged': request.method === 'POST' ? '0.15' : '0',
      'x-job-status': 'done',
      'x-request-id': 'req_12345678',
    })
    response.write(isFile ? HALF : '{"plan":', () => finish(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  finish = (response) => response.destroy()
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const WATCH = {
  chain: 'aurelia',
  hotel_code: 'LONAU',
  name: 'Aurelia London Observatory',
  attention: null,
  nights: { from: '2027-03-01', to: '2027-03-01' },
  los: 1,
  kind: 'cash',
  currency: 'USD',
  condition: 'any',
  refresh_sec: 3600,
  credits_per_refresh: 0.05,
  status: 'active',
  next_refresh_at: null,
}

/** Three pages, each with a watch of its own. */
function listWatches(response: ServerResponse, cursor: string | null): void {
  const page = Number(cursor ?? 1)
  const watches = [{ ...WATCH, id: `wat_${page}` }]
  response.writeHead(200, { 'content-type': 'application/json', 'x-credits-charged': '0' })
  response.end(JSON.stringify({ watches, next_cursor: page < 3 ? String(page + 1) : null }))
}

function vacancy(...args: string[]) {
  return runCommand(args, { VACANCY_URL: baseUrl, VACANCY_API_KEY: 'vk_test', XDG_CONFIG_HOME: folder })
}

test('a stream that breaks ends with an error of the client, after what had come', async () => {
  const client = createClient({ baseUrl, apiKey: 'vk_test', retries: 0 })
  const { data } = await client.exportJob({ id: 'job_1' })
  let read = ''
  const reading = (async () => {
    for await (const chunk of data) read += new TextDecoder().decode(chunk)
  })()
  await expect(reading).rejects.toBeInstanceOf(VacancyError)
  await expect(reading).rejects.toMatchObject({ code: 'cut_off', status: 200, requestId: 'req_12345678' })
  expect(read).toBe(HALF)
  await expect(client.getUsage()).rejects.toMatchObject({ code: 'cut_off', status: 200 })
})

test('a stream ends with the reason of its signal, and closes the connection when it is canceled', async () => {
  const client = createClient({ baseUrl, apiKey: 'vk_test', retries: 0 })
  const closed = new Promise((resolve) => {
    finish = (response) => response.on('close', resolve)
  })
  const leaving = new AbortController()
  const { data } = await client.exportJob({ id: 'job_1' }, { signal: leaving.signal })
  const reader = data.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(HALF)
  leaving.abort(new Error('enough'))
  await expect(reader.read()).rejects.toThrow('enough')
  await closed

  const dropped = new Promise((resolve) => {
    finish = (response) => response.on('close', resolve)
  })
  const { data: unwanted } = await client.exportJob({ id: 'job_1' })
  await unwanted.cancel()
  await dropped
})

test('invalid JSON counts as an answer from another server', async () => {
  const client = createClient({ baseUrl, apiKey: 'vk_test' })
  finish = (response) => response.end('hello')
  await expect(client.getUsage()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
})

test('a file that is cut off leaves nothing that looks whole', async () => {
  const file = join(folder, 'march.csv')
  const ended = await vacancy('jobs', 'export', 'job_1', '-o', file)
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `vacancy: The download was cut off: ${file} was not written.\n`,
  })
  const before = (await readdir(folder)).filter((name) => name.startsWith('march'))
  expect(before).toEqual([])

  await writeFile(file, 'an earlier one')
  const bought = await vacancy('export', '2027-03-01', 'aurelia:LONAU', '-o', file)
  expect(bought.code).toBe(1)
  expect(bought.stderr).toBe(
    `0.15 credits charged\nvacancy: The download was cut off: ${file} was not written.\n`,
  )
  expect(await readFile(file, 'utf8')).toBe('an earlier one')

  const piped = await vacancy('jobs', 'export', 'job_1')
  expect(piped).toEqual({
    code: 1,
    stdout: HALF,
    stderr: 'vacancy: The download was cut off: the output above is incomplete.\n',
  })
})

test('a whole file takes the place of an earlier one, also behind a link; what is no file is written to', async () => {
  finish = (response) => response.end()
  const file = join(folder, 'april.csv')
  const link = join(folder, 'latest.csv')
  await writeFile(file, 'an earlier one')
  await symlink(file, link)
  expect(await vacancy('jobs', 'export', 'job_1', '-o', link)).toMatchObject({
    code: 0,
    stderr: `Wrote ${link}.\n`,
  })
  expect(await readFile(file, 'utf8')).toBe(HALF)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await vacancy('jobs', 'export', 'job_1', '-o', '/dev/null')).code).toBe(0)
  const nowhere = join(folder, 'none', 'x.csv')
  const noFolder = expect.stringMatching(/^vacancy: ENOENT.*\n$/) as string
  for (const asked of [
    ['jobs', 'export', 'job_1'],
    ['export', '2027-03-01', 'aurelia:LONAU'],
  ]) {
    expect(await vacancy(...asked, '-o', nowhere)).toMatchObject({ code: 1, stderr: noFolder })
  }
})

test('all watches are listed, from as many pages as it takes', async () => {
  const ids = ['wat_1', 'wat_2', 'wat_3']
  expect((await vacancy('watch')).stdout.match(/wat_\d/g)).toEqual(ids)
  const { watches, next_cursor } = JSON.parse((await vacancy('watch', '--json')).stdout) as {
    watches: { id: string }[]
    next_cursor: null
  }
  expect([watches.map(({ id }) => id), next_cursor]).toEqual([ids, null])
})
