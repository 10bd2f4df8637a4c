import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const PLAIN = 'text/plain; charset=utf-8'

const INTRODUCTION = `# Vacancy

> What a hotel night costs, in money and in points: live rates and award availability behind one metered API.

Agents call the tools at POST /mcp with an API key. Programs call the API below /v1: see /openapi.json.

## Documentation
`

/** The documentation as plain text, for agents: every page below /docs, and their list at /llms.txt. */
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
