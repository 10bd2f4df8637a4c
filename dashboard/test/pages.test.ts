import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES, type PagesOptions, registerPages } from '../../service/src/http/pages.ts'

const lookAtAsk: PagesOptions['lookAtAsk'] = async () => ({ status: 200 })

let folder: string
let app: FastifyInstance
let url: string
let opened = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-pages-'))
  app = fastify()
  const onPage = () => {
    opened += 1
  }
  await registerPages(app, { folder: join(folder, 'dist'), onPage, lookAtAsk, map: null })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const read = async (path: string, headers = {}) => {
  const answer = await fetch(url + path, { headers })
  return { answer, text: await answer.text() }
}

describe('before the pages are built', () => {
  test('opening one before it is built shows a message, and works as soon as it is built', async () => {
    const { answer, text } = await read('/jobs')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('refresh')).toBe('1')
    expect(text).toContain('The dashboard is being built')
  })
})

describe('once they are built', () => {
  beforeAll(async () => {
    const assets = join(folder, 'dist', 'assets')
    await mkdir(assets, { recursive: true })
    await writeFile(join(folder, 'secret.txt'), 'not for anybody')
    await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>the page</title>')
    await writeFile(join(assets, 'index-abc.js'), 'export const plain = 1')
    await writeFile(join(assets, 'index-abc.js.br'), 'squeezed')
    await writeFile(join(folder, 'dist', 'theme.js'), 'dark()')
  })

  test('every page is the same document and is never cached', async () => {
    for (const page of PAGES) {
      const { answer, text } = await read(page.replace(/:\w+/, 'anything'))
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(text).toContain('the page')
    }
    expect(opened).toBe(PAGES.length + 1)
  })

  test.for(['/', '/jobs/anything', '/assets/index-abc.js', '/theme.js'])(
    'HEAD %s answers as GET does, without the body',
    async (path) => {
      const headers = { 'accept-encoding': 'identity' }
      const [got, head] = await Promise.all([
        app.inject({ url: path, headers }),
        app.inject({ method: 'HEAD', url: path, headers }),
      ])
      expect(head.statusCode).toBe(got.statusCode)
      expect(head.body).toBe('')
      for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy'])
        expect(head.headers[name]).toBe(got.headers[name])
    },
  )

  test('the policy lets nothing in but our own files', async () => {
    const { answer } = await read('/')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('the policy lets in the hosts of the operator’s map, and no others', async () => {
    const own = fastify()
    const map = { styleUrl: 'https://tiles.example.com/style.json', hosts: ['https://fonts.example.com'] }
    await registerPages(own, { folder: join(folder, 'dist'), onPage: () => {}, lookAtAsk, map })
    const page = await own.inject({ url: '/' })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://tiles.example.com https://fonts.example.com;")
    expect(policy).toContain("script-src 'self';")
    expect((await own.inject({ url: '/map.json' })).json()).toEqual({ style_url: map.styleUrl })
    await own.close()
  })

  test('assets are cached permanently, and compressed for clients that accept it', async () => {
    const plain = await read('/assets/index-abc.js', { 'accept-encoding': 'identity' })
    expect(plain.text).toBe('export const plain = 1')
    expect(plain.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.answer.headers.get('content-type')).toContain('javascript')
    const answer = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br' } })
    expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'squeezed'])
  })

  test.for([
    '/nowhere',
    '/v1/nowhere',
    '/app/api/nowhere',
    '/assets/missing.js',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/jobs/one/two',
    '/index.html',
  ])('%s is not a page', async (path) => {
    const answer = await app.inject({ url: path })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('the page')
    expect(answer.body).not.toContain('not for anybody')
  })
})
