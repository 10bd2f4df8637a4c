import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from './change.ts'

export interface Ran {
  passed: number
  /** The first test that failed; null if none did. */
  failed: string | null
  /** The output, if no test ran at all. */
  output: string
}

interface Report {
  numPassedTests: number
  testResults: {
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** Runs only these tests, in a copy of the tree. */
export async function runTests(root: string, wanted: readonly Change['caughtBy'][]): Promise<Ran> {
  const report = join(root, 'report.json')
  await rm(report, { force: true })
  const names = wanted.map(({ test }) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const files = new Set(wanted.map(({ file }) => file))
  const options = ['--testNamePattern', names, '--maxWorkers', '1', '--bail', '1']
  const told = ['--reporter', 'json', '--outputFile', report]
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...options, ...told], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await once(child, 'close')
  const { numPassedTests: passed, testResults }: Report = JSON.parse(
    await readFile(report, 'utf8').catch(() => '{"numPassedTests":0,"testResults":[]}'),
  )
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')?.fullName.trim() ?? null
  const messages = testResults.map(({ message }) => message).join('\n')
  return { passed, failed, output: `${messages}\n${output}` }
}
