import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escaped } from '../mail/parts.ts'
import { guideHtml } from './guide-html.ts'
import { plainPage, registerPlainPages } from './plain-page.ts'

const PLAIN = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

const INTRODUCTION = `# Vacancy

> What a hotel night costs, in money and in points: live rates and award availability behind one metered API.

Agents call the tools at POST /mcp with an API key. Programs call the API below /v1: see /openapi.json.

## Documentation
`

/** The documentation: as plain text for agents, every page below /docs and their list at /llms.txt, and as pages at /docs/guides. */
export async function registerDocuments(app: FastifyInstance, folder: string): Promise<void> {
  const pages = readPages(folder)
  const list = pages.map(({ name, title }) => `- [${title}](/docs/${name})`).join('\n')
  const serve = (path: string, text: string) => {
    // Bytes are not copied for each reader.
    const bytes = Buffer.from(text)
    app.get(path, async (_request, reply) => reply.type(PLAIN).send(bytes))
  }
  serve('/llms.txt', `${INTRODUCTION}\n${list}\n`)
  for (const { name, text } of pages) serve(`/docs/${name}`, text)
  await registerPlainPages(app, (scope) => serveGuides(scope, pages))
}

function serveGuides(scope: FastifyInstance, pages: readonly Page[]): void {
  const byName = new Map(pages.map((page) => [page.name.replace(/\.md$/, ''), page]))
  const made = new Map<string, Buffer>()
  scope.get('/docs/guides', async (_request, reply) => reply.redirect('/docs/guides/', 301))
  scope.get('/docs/guides/', async (_request, reply) => reply.type(HTML).send(listPage([...byName])))
  scope.get<{ Params: { name: string } }>('/docs/guides/:name', async ({ params: { name } }, reply) => {
    const page = byName.get(name)
    if (!page) return reply.callNotFound()
    const bytes = made.get(name) ?? Buffer.from(plainPage(page.title, guideHtml(page.text)))
    made.set(name, bytes)
    return reply.type(HTML).send(bytes)
  })
}

function listPage(guides: readonly (readonly [string, Page])[]): string {
  const items = guides.map(
    ([name, { title }]) => `<li><a href="/docs/guides/${escaped(name)}">${escaped(title)}</a></li>`,
  )
  return plainPage('Guides', `<h1>Guides</h1><ul>${items.join('')}</ul>`)
}

interface Page {
  name: string
  title: string
  text: string
}

/** None in an installation without the documentation. */
function readPages(folder: string): Page[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return names.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name }
  })
}
