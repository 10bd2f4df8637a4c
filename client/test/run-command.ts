import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { entryOf } from '../../service/src/joined.ts'
import type { Finished } from '../../service/test/support/processes.ts'

export type Env = Record<string, string>

export function startCommand(args: readonly string[], env: Env) {
  return spawn(process.execPath, [entryOf('vacancy'), ...args], { env: { ...process.env, ...env } })
}

/** Runs `vacancy …` to its end, with an optional text on standard input. */
export async function runCommand(args: readonly string[], env: Env, input = ''): Promise<Finished> {
  const child = startCommand(args, env)
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
