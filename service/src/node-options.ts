import process from 'node:process'

/** Old objects are collected when they take half as much memory again. */
const SMALL_HEAP = ['--heap-growing-percent=50']

/**
 * Options of Node for each role. Nearly everything that a request or a task allocates is garbage soon, so a small young generation is
 * enough. With 8 MB, calls took a quarter longer under load; with 64 MB they were hardly faster, and processes 90 MB larger. V8's
 * collection every 100 seconds to save memory is off for callers: it stalled them for 40 ms.
 */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  api: ['--min-semi-space-size=16', '--max-semi-space-size=16', ...SMALL_HEAP, '--no-memory-reducer'],
  worker: ['--max-semi-space-size=8', ...SMALL_HEAP],
}

/** The C library keeps memory that was freed for each thread apart. In one place for all threads, it is 10 MB less. */
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '1' } as const

/** None for other commands. */
export function nodeOptionsOf(role: string | undefined): readonly string[] {
  return OPTIONS[role ?? ''] ?? []
}

/**
 * Called before a program is loaded. V8 sizes its heap when the process starts, so a role that was started without its options is
 * replaced by one with them: same process id, same output. Options given on the command line take precedence. A child of `serve`
 * has them already. Windows cannot replace a process; there the role runs without.
 */
export function applyNodeOptions([node = '', program = '', ...words]: readonly string[]): void {
  const options = nodeOptionsOf(words[0])
  const { execArgv, env, channel } = process
  const hasThem = options.every((option) => execArgv.includes(option))
  if (hasThem || channel || process.platform === 'win32') return
  process.execve?.(node, [node, ...options, ...execArgv, program, ...words], { ...MEMORY_ENV, ...env })
}
