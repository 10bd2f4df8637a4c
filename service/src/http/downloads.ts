import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { VERSION } from '../kernel/version.ts'
import { escaped } from '../mail/parts.ts'
import { plainPage, registerPlainPages } from './plain-page.ts'

export interface DownloadsOptions {
  /** The folder of the packages. */
  folder: string
  /** Where people reach this server; empty if that is not set. */
  publicUrl: string
}

const LANGUAGES = [
  {
    language: 'typescript',
    title: 'TypeScript and JavaScript',
    ending: '.tgz',
    type: 'application/gzip',
    guide: 'sdk',
    install: (url: string) => `npm install ${url}`,
  },
  {
    language: 'python',
    title: 'Python',
    ending: '.whl',
    type: 'application/zip',
    guide: 'python',
    install: (url: string) => `pip install ${url}`,
  },
  {
    language: 'cli',
    title: 'Command line',
    ending: '.tgz',
    type: 'application/gzip',
    guide: 'cli',
    install: (url: string) => `npm install --global ${url}`,
  },
] as const

interface Package {
  language: string
  title: string
  guide: string
  file: string
  type: string
  bytes: Buffer
  install: (url: string) => string
}

/** The clients of this version as packages, so that an install line works without a registry of packages. */
export async function registerDownloads(
  app: FastifyInstance,
  { folder, publicUrl }: DownloadsOptions,
): Promise<void> {
  let known: Package[] | undefined
  const packages = () => (known ??= readPackages(folder))
  const originOf = ({ protocol, host }: FastifyRequest) =>
    publicUrl === '' ? `${protocol}://${host}` : publicUrl.replace(/\/$/, '')
  await registerPlainPages(app, (scope) => {
    scope.get('/downloads', async (_request, reply) => reply.redirect('/downloads/', 301))
    scope.get('/downloads/', async (request, reply) => {
      const listed = packages().map((each) => viewOf(each, originOf(request)))
      reply.header('vary', 'accept').header('cache-control', 'no-cache')
      if (!(request.headers.accept ?? '').includes('text/html')) return { version: VERSION, packages: listed }
      return reply.type('text/html; charset=utf-8').send(pageOf(listed))
    })
    scope.get<{ Params: { file: string } }>('/downloads/:file', async (request, reply) => {
      const found = packages().find(({ file }) => file === request.params.file)
      if (!found) return reply.callNotFound()
      return reply.type(found.type).header('cache-control', 'no-cache').send(found.bytes)
    })
  })
}

/** None until they are built. */
function readPackages(folder: string): Package[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return LANGUAGES.flatMap(({ ending, ...language }) => {
    const file = names.find((name) => name.endsWith(ending))
    return file === undefined ? [] : [{ ...language, file, bytes: readFileSync(join(folder, file)) }]
  })
}

type PackageView = ReturnType<typeof viewOf>

function viewOf({ language, title, guide, file, bytes, install }: Package, origin: string) {
  const url = `${origin}/downloads/${file}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    language,
    title,
    guide: `/docs/guides/${guide}`,
    url,
    install: install(url),
    bytes: bytes.length,
    sha256,
  }
}

function pageOf(packages: readonly PackageView[]): string {
  const parts = packages.map(
    ({ title, guide, url, install, bytes, sha256 }) => `<h2>${escaped(title)}</h2>
<pre tabindex="0"><code>${escaped(install)}</code></pre>
<p><a href="${escaped(guide)}">Guide</a> · <a href="${escaped(url)}">Download</a>, ${Math.ceil(bytes / 1000)} kB</p>
<p class="soft">SHA-256 <code>${sha256}</code></p>`,
  )
  const none = '<p>The packages are not built. Run <code>npm run build</code> on the server.</p>'
  return plainPage(
    'Downloads',
    `<h1>Clients, version ${escaped(VERSION)}</h1><p>They fit this server. No registry of packages is needed; the one for Python takes <code>httpx</code> from PyPI.</p>
${parts.length === 0 ? none : parts.join('\n')}`,
  )
}
