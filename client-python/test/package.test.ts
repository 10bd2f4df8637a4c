import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../service/test/support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { packPython } from '../scripts/wheel.ts'
import { FOLDER, hasBuild, hasModule, PYTHON, runPython } from './python.ts'

const run = promisify(execFile)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-python-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What httpx of Debian consists of. An empty environment has no index to get it from, so these are lent, and nothing else. */
const LENT = ['httpx', 'httpcore', 'h11', 'anyio', 'sniffio', 'idna', 'certifi', 'rfc3986']

const ANSWERED = /\/empty-\w+\/lib\/.*\|starter\|5000\.0\|invalid_request$/

describe.skipIf(!hasModule('venv', 'pip'))('the package (skipped without httpx, venv and pip)', () => {
  let database: TestDatabase
  let api: ApiProcess

  beforeAll(async () => {
    database = await createTestDatabase()
    api = await startApi(database.url)
  })

  afterAll(async () => {
    await api.stop('SIGKILL')
    await database.drop()
  })

  /** In an environment that has nothing but the wheel: not the packages of the system, and no pip. */
  async function useInEmpty(wheel: string): Promise<string> {
    const home = await mkdtemp(join(folder, 'empty-'))
    await runPython(['-m', 'venv', '--without-pip', home])
    const python = join(home, 'bin', 'python')
    const install = ['--python', python, 'install', '--quiet', '--no-index', '--no-deps', wheel]
    await runPython(['-m', 'pip', ...install], { PYTHONPATH: '' })
    const licence = (await readdir(home, { recursive: true })).find((name) => name.endsWith('/LICENSE'))
    expect(await readFile(join(home, licence ?? ''), 'utf8')).toBe(
      await readFile(join(FOLDER, '..', 'LICENSE'), 'utf8'),
    )
    const bare = run(python, ['-c', 'import vacancy'], { cwd: home, env: {} })
    await expect(bare).rejects.toThrow("No module named 'httpx'")
    const lent = await mkdtemp(join(folder, 'lent-'))
    for (const name of LENT) {
      const found = `import importlib.util as u; s = u.find_spec("${name}"); print(s.submodule_search_locations[0] if s else "")`
      const at = (await runPython(['-c', found])).trim()
      if (at !== '') await symlink(at, join(lent, name))
    }
    const program = `
import os, vacancy
with vacancy.Client(os.environ["API"], os.environ["KEY"], retries=0) as client:
    answer = client.get_usage()
    try:
        client.shop(chain="aurelia", hotel_code="X", checkin="1999-01-01")
    except vacancy.VacancyError as error:
        print(vacancy.__file__, answer.data["plan"], answer.credits.remaining, error.code, sep="|")
`
    const { key } = await newAccount(database.pool, 'starter')
    const env = { API: api.url, KEY: key, PYTHONPATH: lent }
    const { stdout } = await run(python, ['-c', program], { cwd: home, env })
    return stdout.trim()
  }

  test('its wheel, as it is offered for download, works in an empty environment', async () => {
    const into = join(folder, 'offered')
    expect(await useInEmpty(join(into, await packPython(into)))).toMatch(ANSWERED)
  })

  test.skipIf(!hasBuild)(
    'its wheel, built from its sdist, does so too (skipped without build, wheel and setuptools)',
    async () => {
      // Built from a copy, because building writes beside the sources.
      const copy = join(folder, 'source')
      const isOurs = (path: string) =>
        !/__pycache__|\.egg-info|[/\\](?:test|scripts)$/.test(path.slice(FOLDER.length))
      await cp(FOLDER, copy, { recursive: true, filter: isOurs, dereference: true })
      const args = ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), copy]
      const built = await run(PYTHON ?? '', args)
      expect(built.stdout + built.stderr).not.toMatch(/deprecat/i)
      const made = (await readdir(join(folder, 'dist'))).toSorted()
      expect(made).toEqual(['vacancy-1.0.0-py3-none-any.whl', 'vacancy-1.0.0.tar.gz'])
      const { stdout: packed } = await run('tar', ['-tzf', join(folder, 'dist', 'vacancy-1.0.0.tar.gz')])
      for (const file of [
        'LICENSE',
        'README.md',
        'setup.cfg',
        'src/vacancy/py.typed',
        'src/vacancy/generated/shapes.py',
      ]) {
        expect(packed.split('\n')).toContain(`vacancy-1.0.0/${file}`)
      }

      const wheel = join(folder, 'dist', 'vacancy-1.0.0-py3-none-any.whl')
      expect(await useInEmpty(wheel)).toMatch(ANSWERED)
    },
  )
})

describe.skipIf(!hasModule('mypy'))('the types (skipped without httpx and mypy)', () => {
  const check = async (...args: string[]) => {
    const options = ['--config-file', join(FOLDER, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
    const checked = runPython(['-m', 'mypy', ...options, ...args], { MYPYPATH: join(FOLDER, 'src') })
    return checked.catch((failed: Error) => failed.message)
  }

  test('the client and its tests are strict', async () => {
    const tests = (await readdir(join(FOLDER, 'test'))).filter((name) => name.endsWith('.py'))
    expect(await check(join(FOLDER, 'src', 'vacancy'), ...tests)).toMatch(/^Success/m)
  })

  test('they hold for a stranger: answers by status, a source of an operator, no misspelt field', async () => {
    const program = await readFile(join(FOLDER, 'test', 'typed.txt'), 'utf8')
    const path = join(folder, 'typed.py')
    await writeFile(path, program)
    expect(await check(path)).toMatch(/^Success/m)
    await writeFile(path, program.replaceAll('checkin=', 'chekin='))
    expect(await check(path)).toContain('chekin')
    await writeFile(path, program.replace('["cells"]', '["job"]'))
    expect(await check(path)).toContain('"job"')
  })
})
