import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The addresses of dashboard pages. Any other unknown address is an error, above all below /v1. */
export const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/keys',
  '/explorer',
  '/explorer/:tool',
  '/hotels/:chain/:code',
  '/awards',
  '/awards/value',
  '/trips',
  '/my-hotels',
  '/my-hotels/:id',
  '/my-hotels/:id/:night',
  '/schedules',
  '/schedules/:id',
  '/endpoints',
  '/jobs',
  '/jobs/:id',
  '/watches',
  '/watches/:id',
  '/events',
  '/status',
]

/** Files with fixed names beside the pages. */
const SINGLE_FILES = ['theme.js', 'icon.svg']

/** Everything comes from this server: no inline script or style, no frames, no other hosts. */
const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

const YEAR = 31_536_000

export interface PagesOptions {
  folder: string
  /** Called when a page is opened. */
  onPage: () => void
}

export async function registerPages(app: FastifyInstance, { folder, onPage }: PagesOptions): Promise<void> {
  await app.register(async (scope) => {
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    await scope.register(files, {
      root: folder,
      serve: false,
      suppressWarning: true,
      preCompressed: true,
      cacheControl: false,
    })
    scope.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
      // Their names contain a hash of their content.
      reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
      return reply.sendFile(`assets/${request.params['*']}`)
    })
    for (const name of SINGLE_FILES) {
      scope.get(`/${name}`, async (_request, reply) => {
        reply.header('cache-control', 'no-cache')
        return reply.sendFile(name)
      })
    }
    for (const page of PAGES) {
      scope.get(page, async (_request, reply) => {
        onPage()
        reply.header('cache-control', 'no-cache')
        return existsSync(join(folder, 'index.html')) ? reply.sendFile('index.html') : notBuilt(reply)
      })
    }
  })
}

/** Where no page can be: calls of programs, files, and the reference. */
const NO_PAGES = /^\/(v1|app|assets|docs|mcp|openapi\.json|status\.json)(\/|$|\?)/

/** Whether a browser is opening an address, so that a person reads the answer. */
export function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NO_PAGES.test(url)
}

/** The dashboard under an address that it does not have. It says so itself. */
export async function sendLostPage(folder: string, reply: FastifyReply): Promise<FastifyReply> {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return notBuilt(reply)
  return reply
    .code(404)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyText())
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(await readFile(page))
}

function policyText(): string {
  return Object.entries(POLICY.directives)
    .map(([name, sources]) => `${inKebabCase(name)} ${sources.join(' ')}`)
    .join(';')
}

function inKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The API starts before the pages are built; a page opened meanwhile is sent as soon as it is ready. */
function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '1')
    .header('refresh', '1')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<title>Vacancy</title>
<h1>The dashboard is being built</h1>
<p>This page opens by itself in a few seconds. If it does not: <code>npm run build</code>.</p>
</html>
`)
}
