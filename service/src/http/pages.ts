import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KEPT_FOR_GOOD } from '../edge/kept-copy.ts'

/** The addresses of dashboard pages. Any other unknown address is an error, above all below /v1. */
export const PAGES = [
  '/',
  '/home',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/join',
  '/claim/:token',
  '/start',
  '/requests',
  '/requests/:id',
  '/account',
  '/members',
  '/operator',
  '/operator/:part',
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
  '/shared/:token',
  '/schedules',
  '/schedules/:id',
  '/notifications',
  // Its former name.
  '/endpoints',
  '/jobs',
  '/jobs/:id',
  '/watches',
  '/watches/:id',
  '/bookings',
  '/bookings/:id',
  '/events',
  '/status',
]

/** Where agents send a person to agree. */
const CONSENT_PAGE = '/oauth/authorize'

/** Files with fixed names beside the pages. */
const SINGLE_FILES = ['theme.js', 'icon.svg']

/** The map of an operator: its style, and the origins that the style loads from. */
export interface OwnMap {
  styleUrl: string
  hosts: readonly string[]
}

/** Everything comes from this server: no inline script or style, no frames, no other hosts but those of the operator's map. */
function directivesFor(map: OwnMap | null): Record<string, string[]> {
  const hosts = map ? [...new Set([new URL(map.styleUrl).origin, ...map.hosts])] : []
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    // Tiles that are pictures reach the map as blobs.
    imgSrc: ["'self'", 'data:', ...(map ? ['blob:', ...hosts] : [])],
    connectSrc: ["'self'", ...hosts],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

export interface PagesOptions {
  folder: string
  /** Called when a page is opened. */
  onPage: () => void
  /** Null: the map that comes with the product. */
  map: OwnMap | null
  /** Looks at what an agent asks a person for: where the browser must go instead, or with which status the page is shown. */
  lookAtAsk: (request: FastifyRequest) => Promise<{ redirect: string } | { status: 200 | 400 | 404 }>
}

export async function registerPages(
  app: FastifyInstance,
  { folder, onPage, map, lookAtAsk }: PagesOptions,
): Promise<void> {
  await app.register(async (scope) => {
    // TLS ends at the proxy, which decides on Strict-Transport-Security.
    const contentSecurityPolicy = { useDefaults: false, directives: directivesFor(map) }
    await scope.register(helmet, { contentSecurityPolicy, strictTransportSecurity: false })
    await scope.register(files, {
      root: folder,
      serve: false,
      suppressWarning: true,
      preCompressed: true,
      cacheControl: false,
    })
    scope.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
      // Their names contain a hash of their content.
      reply.header('cache-control', KEPT_FOR_GOOD)
      return reply.sendFile(`assets/${request.params['*']}`)
    })
    scope.get('/map.json', async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return { style_url: map?.styleUrl ?? null }
    })
    for (const name of SINGLE_FILES) {
      scope.get(`/${name}`, async (_request, reply) => {
        reply.header('cache-control', 'no-cache')
        return reply.sendFile(name)
      })
    }
    const send = (reply: FastifyReply) => {
      onPage()
      reply.header('cache-control', 'no-cache')
      return existsSync(join(folder, 'index.html')) ? reply.sendFile('index.html') : notBuilt(reply)
    }
    for (const page of PAGES) scope.get(page, async (_request, reply) => send(reply))
    scope.get(CONSENT_PAGE, async (request, reply) => {
      const look = await lookAtAsk(request)
      return 'redirect' in look ? reply.redirect(look.redirect, 303) : send(reply.code(look.status))
    })
  })
}

/** Where no page can be: calls of programs, files, and the reference. */
const NO_PAGES = /^\/(v1|app|assets|docs|downloads|mcp|openapi\.json|status\.json)(\/|$|\?)/

/** Whether a browser is opening an address, so that a person reads the answer. */
export function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NO_PAGES.test(url)
}

/** The dashboard under an address that it does not have. It says so itself. */
export async function sendLostPage(
  { folder, map }: Pick<PagesOptions, 'folder' | 'map'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return notBuilt(reply)
  return reply
    .code(404)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyText(map))
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(await readFile(page))
}

function policyText(map: OwnMap | null): string {
  return Object.entries(directivesFor(map))
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
