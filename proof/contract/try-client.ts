import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { Generated } from './clients.ts'
import { run } from './tools.ts'

const TSC = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc')

const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  // What is generated is checked, the packages that it uses are not ours.
  skipLibCheck: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

export interface Tried {
  /** What its program printed. */
  answered: string
  faults: string[]
}

/** Generates a client from the document, compiles it with a program that uses it, and runs that. */
export async function tryClient(
  root: string,
  { name, command, program }: Generated,
  { url, key }: { url: string; key: string },
): Promise<Tried> {
  const folder = join(root, name)
  await mkdir(join(folder, 'made'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [tool, ...rest] = command(join(root, 'openapi.json'), 'made')
  const made = await run(folder, [tool, ...rest])
  if (made.code !== 0) return { answered: '', faults: [`${name} cannot read the document`] }
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER, files: ['program.ts'] }),
  )
  const compiled = await run(folder, [TSC, '-p', '.'])
  if (compiled.code !== 0)
    return { answered: '', faults: [`${name} does not compile: ${compiled.out.slice(0, 800)}`] }
  const joined = join(folder, 'program.mjs')
  await build({
    input: join(folder, 'program.ts'),
    platform: 'node',
    logLevel: 'silent',
    output: { file: joined },
  })
  const night = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const { code, out } = await run(folder, [process.execPath, joined], {
    URL_OF_API: url,
    KEY: key,
    NIGHT: night,
  })
  const answered = out.trim()
  const isWhole = code === 0 && !answered.includes('null') && answered.includes('"refusal"')
  return { answered, faults: isWhole ? [] : [`${name} is answered ${answered}`] }
}
