import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The folder of the Python client. */
export const FOLDER = join(import.meta.dirname, '..')

function has(command: string, ...modules: string[]): boolean {
  const code = `import sys, ${modules.join(', ')}; sys.exit(sys.version_info < (3, 11))`
  try {
    execFileSync(command, ['-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A Python that can run the client: the first one, or that of the system. Null if there is none. */
export const PYTHON = ['python3', '/usr/bin/python3'].find((each) => has(each, 'httpx')) ?? null

export const hasModule = (...modules: string[]) => PYTHON !== null && has(PYTHON, ...modules)

/** Isolated builds would fetch their own. */
export const hasBuild = hasModule('build', 'setuptools', 'wheel', 'venv', 'pip')

export const WITHOUT = 'skipped without a Python 3.11 that has httpx'

/** Runs Python on the sources of the client. Rejects with what it printed if it fails. */
export async function runPython(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = join(FOLDER, 'test'),
): Promise<string> {
  const paths = { PYTHONPATH: join(FOLDER, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
  const running = promisify(execFile)(PYTHON ?? 'python3', [...args], {
    cwd,
    env: { ...process.env, ...paths, ...env },
    maxBuffer: 16 * 1024 * 1024,
  })
  const { stdout } = await running.catch(({ stdout: said, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${said}\n${stderr}`)
  })
  return stdout
}

/** Runs test cases of `unittest`: a module, or one of its classes. The outcome is `OK`, or what was said. */
export async function runTests(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const running = runPython(['-W', 'error::ResourceWarning', '-m', 'unittest', name], env)
  return running.then(
    () => 'OK',
    (failed: Error) => failed.message,
  )
}
