import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Finished } from '../support/processes.ts'

const SUITE = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

/** Begins a part of the official conformance suite. */
export function spawnConformance(
  part: 'server' | 'authorization',
  options: Record<string, string | number>,
): ChildProcessWithoutNullStreams {
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(process.execPath, [SUITE, part, ...named])
  child.stdin.end()
  return child
}

export async function runConformance(...asked: Parameters<typeof spawnConformance>): Promise<Finished> {
  const child = spawnConformance(...asked)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
