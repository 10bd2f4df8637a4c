import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { WIRES } from '../../../sandbox/src/wires/registry.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { ContentCall, ReadPage, SourceContent } from '../../src/sources/content.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { HttpAnswer, HttpRequest } from '../../src/sources/source.ts'
import { bundledSources } from './sandbox-sources.ts'
import { createVendorSpec, type Json } from './vendor-spec.ts'

/**
 * What the families ask for static content and what the sandbox answers, against the vendors' own descriptions. Each part
 * runs where VENDOR_SPECS names a folder that has its file.
 */
const folder = process.env['VENDOR_SPECS']

const SPECS = [
  {
    source: 'aurelia',
    file: 'ohip-distribution-content.json',
    basePath: '/content/v1',
    elsewhere: /^\/oauth/,
  },
  { source: 'glasshouse', file: 'liteapi-static.json', basePath: '', elsewhere: /^$/ },
  { source: 'ostello', file: 'expedia-rapid.yaml', basePath: '/v3', elsewhere: /^$/ },
  { source: 'mapleroom', file: 'expedia-xap-feed.yaml', basePath: '', elsewhere: /^\/hotels\// },
]

/** Folded strings of one description continue at a lower indent than the parser allows, so their lines are joined. */
function load(file: string): Json {
  const text = readFileSync(join(folder ?? '', file), 'utf8')
  return (
    file.endsWith('.json') ? JSON.parse(text) : parse(text.replaceAll(/\\\n\s*(\\(?= ))?/g, ''))
  ) as Json
}

interface Exchange {
  request: HttpRequest
  answer: HttpAnswer
}

/** The content of a bundled source, over a wire of the sandbox in this process. */
function contentOf(id: string): {
  content: SourceContent
  call: ContentCall
  exchanges: Exchange[]
  code: string
} {
  const wireSource = SOURCES.find((source) => source.id === id)
  const source = bundledSources().find((one) => one.id === id)
  const family = RATE_FAMILIES.find(({ name }) => name === source?.family)
  const world = createWorld({ seed: 7, now: Date.now })
  const wire = wireSource && WIRES[wireSource.wire]?.(wireSource, world)
  if (!wire || !source || !family) throw new Error(`no source ${id}`)
  const { profile, credentials, points } = source
  const { content } = family.bind({ sourceId: id, profile, credentials, points, now: Date.now })
  if (!content) throw new Error(`${id} has no content`)
  const exchanges: Exchange[] = []

  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    const { pathname, searchParams } = new URL(request.path, 'http://vendor')
    for (const [name, value] of Object.entries(request.query ?? {})) {
      for (const one of [value].flat()) searchParams.append(name, one)
    }
    const headers = Object.fromEntries(
      Object.entries({ host: 'vendor', ...request.headers }).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    )
    const { method, body = '' } = request
    const { file: _, ...told } = wire.answer({ method, path: pathname, query: searchParams, headers, body })
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
    )
    exchanges.push({ request: { ...request, path: pathname, query }, answer: { headers: {}, ...told } })
    return Promise.resolve({ headers: {}, ...told })
  }
  const download = (url: string) => {
    const { pathname, searchParams } = new URL(url)
    const path = pathname.replace(`/${id}`, '')
    const { status, file } = wire.answer({ method: 'GET', path, query: searchParams, headers: {}, body: '' })
    return Promise.resolve({ status, body: Readable.from([file ?? Buffer.alloc(0)]) })
  }
  const code = world.listings(id)[4]?.code ?? ''
  return { content, call: { http, download, live: false, raw: false }, exchanges, code }
}

async function converse({ content, call, code }: ReturnType<typeof contentOf>): Promise<number> {
  let hotels = 0
  const readAll = async (ask: (cursor: string | null) => Promise<ReadPage> | undefined): Promise<void> => {
    let cursor: string | null = null
    for (let count = 0; count < 4; count += 1) {
      const page: ReadPage | undefined = await ask(cursor)
      hotels += page?.hotels.length ?? 0
      cursor = page?.next ?? null
      if (cursor === null) return
    }
  }
  const since = new Date(Date.now() - 20 * 3_600_000).toISOString()
  await readAll((cursor) => content.list?.(cursor, call))
  await readAll((cursor) => content.changes?.(since, cursor, call))
  await content.one(code, call)
  return hotels
}

describe.each(SPECS)('the description of the content of $source', ({ source, file, basePath, elsewhere }) => {
  test.skipIf(folder === undefined || !existsSync(join(folder, file)))(
    'holds for every request of the family and every answer of the sandbox',
    async () => {
      const spec = createVendorSpec(load(file), basePath)
      const line = contentOf(source)
      expect(await converse(line)).toBeGreaterThan(100)
      const described = line.exchanges.filter(({ request }) => !elsewhere.test(request.path))
      // A link is followed as the vendor gave it, so only first requests have parameters of ours.
      const problems = described.flatMap(({ request, answer }) => [
        ...(request.query && 'token' in request.query ? [] : spec.problemsOfRequest(request)),
        ...spec.problemsOfAnswer(request, answer),
      ])
      expect([...new Set(problems)].slice(0, 10)).toEqual([])
      expect(described.length).toBeGreaterThan(0)
    },
  )
})
