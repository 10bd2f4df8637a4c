import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { zipPieces } from '../../client/src/sheets/zip.ts'
import { deflated } from '../../service/src/cells/deflated.ts'

/** The client for Python as a wheel. It is an archive of the sources, so no Python is needed to make it. */

const CLIENT = join(import.meta.dirname, '..')
const SOURCES = join(CLIENT, 'src')

interface WheelFile {
  name: string
  content: Buffer
}

export async function packPython(into: string): Promise<string> {
  const project = readProject(await readFile(join(CLIENT, 'pyproject.toml'), 'utf8'))
  const info = `${project.name}-${project.version}.dist-info`
  const files = [
    ...(await sources()),
    { name: `${info}/licenses/LICENSE`, content: await readFile(join(CLIENT, 'LICENSE')) },
    {
      name: `${info}/METADATA`,
      content: Buffer.from(metadataOf(project, await readFile(join(CLIENT, 'README.md'), 'utf8'))),
    },
    {
      name: `${info}/WHEEL`,
      content: Buffer.from(
        'Wheel-Version: 1.0\nGenerator: vacancy\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      ),
    },
  ]
  const record = { name: `${info}/RECORD`, content: Buffer.from(recordOf(files, `${info}/RECORD`)) }
  const wheel = `${project.name}-${project.version}-py3-none-any.whl`
  await mkdir(into, { recursive: true })
  const entries = [...files, record].map(({ name, content }) => ({ name, pieces: [content] }))
  await pipeline(Readable.from(zipPieces(entries, deflated)), createWriteStream(join(into, wheel)))
  return wheel
}

async function sources(): Promise<WheelFile[]> {
  const names = await readdir(SOURCES, { recursive: true })
  const wanted = names.filter((name) => name.startsWith(`vacancy${sep}`) && /\.pyi?$|py\.typed$/.test(name))
  return Promise.all(
    wanted.toSorted().map(async (name) => ({
      name: name.replaceAll(sep, '/'),
      content: await readFile(join(SOURCES, name)),
    })),
  )
}

interface Project {
  name: string
  version: string
  description: string
  requiresPython: string
  dependencies: string[]
  extras: Record<string, string[]>
}

/** The few fields that a wheel names, of a file that we write ourselves. */
function readProject(text: string): Project {
  const field = (name: string): string => {
    const [, value] = new RegExp(`^${name} = (.+)$`, 'm').exec(text) ?? []
    if (value === undefined) throw new Error(`pyproject.toml has no ${name}`)
    return value
  }
  const words = (list: string) => JSON.parse(list) as string[]
  const [, optional = ''] = /^\[project\.optional-dependencies\]\n((?:.+\n)*)/m.exec(text) ?? []
  return {
    name: JSON.parse(field('name')) as string,
    version: JSON.parse(field('version')) as string,
    description: JSON.parse(field('description')) as string,
    requiresPython: JSON.parse(field('requires-python')) as string,
    dependencies: words(field('dependencies')),
    extras: Object.fromEntries(
      [...optional.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', list = '[]']) => [name, words(list)]),
    ),
  }
}

function metadataOf(project: Project, readme: string): string {
  const { name, version, description, requiresPython, dependencies, extras } = project
  return [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    'License: Apache-2.0',
    `Requires-Python: ${requiresPython}`,
    ...dependencies.map((needed) => `Requires-Dist: ${needed}`),
    ...Object.entries(extras).flatMap(([extra, needed]) =>
      [`Provides-Extra: ${extra}`].concat(needed.map((one) => `Requires-Dist: ${one}; extra == "${extra}"`)),
    ),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

function recordOf(files: readonly WheelFile[], own: string): string {
  const lines = files.map(({ name, content }) => {
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${name},sha256=${hash},${content.length}`
  })
  return [...lines, `${own},,`, ''].join('\n')
}
