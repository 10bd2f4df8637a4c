import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { escaped } from '../mail/parts.ts'

/** Pages to read, without the dashboard: they need no script, no session, and nothing but themselves. */

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1b26, #ededf2); --soft: light-dark(#4a4a5a, #b9b9c6); --line: light-dark(#e3e3ea, #2a2a36); --bg: light-dark(#fff, #101016); --sunken: light-dark(#f1f1f5, #1e1e28); --accent: light-dark(#4b43c4, #a5a0f5) }
body { font: 16px/1.6 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--bg) }
header, main { max-width: 48rem; margin: 0 auto; padding: 0 1.25rem } header { padding-block: 1rem; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line) } main { padding-bottom: 4rem }
header strong { margin-right: auto } a { color: var(--accent) } h1 { font-size: 1.7rem; line-height: 1.2; margin: 2rem 0 .75rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem } h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem }
pre { background: var(--sunken); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; font-size: .85rem; line-height: 1.5 } code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em } pre code { font-size: 1em } :not(pre) > code { overflow-wrap: anywhere }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .92rem } th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line) } td.number, th.number { text-align: right }
img { max-width: 100% } .soft { color: var(--soft) } li { margin: .2rem 0 }
`

const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** Where such pages are served. */
export async function registerPlainPages(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, { contentSecurityPolicy: POLICY, strictTransportSecurity: false })
    register(scope)
  })
}

/** `body` is HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><link rel="icon" href="/icon.svg"><style>${STYLE}</style></head>
<body><header><strong>Vacancy</strong><a href="/">Dashboard</a><a href="/docs/guides/">Guides</a><a href="/docs">API reference</a><a href="/downloads/">Downloads</a></header>
<main>${body}</main></body></html>
`
}
