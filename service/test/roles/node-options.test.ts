import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeOptionsOf } from '../../src/node-options.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'vacancy.mjs')
/** Prints, at the end of the process, how it was started. */
const TELL = `process.on('exit', () => process.stdout.write('\\n' + JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX])))`

async function startedWith(words: string[], options: string[] = []): Promise<unknown> {
  const tell = `data:text/javascript;base64,${Buffer.from(TELL).toString('base64')}`
  const { MALLOC_ARENA_MAX: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [...options, COMMAND, ...words, '--help'], {
    env: { ...env, NODE_OPTIONS: `--import ${tell}` },
  })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

test.for(['api', 'worker'])('vacancy %s starts with the options of its role', async (role) => {
  expect(nodeOptionsOf(role)).not.toEqual([])
  expect(await startedWith([role])).toEqual([[...nodeOptionsOf(role)], '1'])
})

test('options on the command line come last, so they take precedence', async () => {
  const own = '--max-semi-space-size=32'
  expect(await startedWith(['worker'], [own])).toEqual([[...nodeOptionsOf('worker'), own], '1'])
})

test('other commands start as they are', async () => {
  expect(await startedWith(['keys'])).toEqual([[], null])
})
