import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Finished, MAIN } from '../../service/test/support/processes.ts'

export type Env = Record<string, string>

export function startCommand(args: readonly string[], env: Env) {
  return spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } })
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
