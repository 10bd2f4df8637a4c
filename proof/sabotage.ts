import { parseArgs } from 'node:util'
import { CHANGES } from './sabotage/changes.ts'
import { copyTree } from './sabotage/copy.ts'
import { runTests } from './sabotage/run-tests.ts'

/**
 * Breaks a copy of the product on purpose, one change at a time, and shows that a test notices each. The same tests then
 * run once in the unchanged copy, to prove that they do not fail for another reason.
 */

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const say = (line: string) => process.stdout.write(`${line}\n`)

const chosen = CHANGES.filter(({ name }) => values.only === undefined || name.includes(values.only))
if (chosen.length === 0) throw new Error(`no change is called ${values.only}`)
const copy = await copyTree()
const rows: { name: string; caught: string; seconds: number }[] = []
const problems: string[] = []
try {
  // First check that every text to replace still exists.
  for (const change of chosen) await (await copy.spoil(change))()
  for (const change of chosen) {
    const startedAt = performance.now()
    const undo = await copy.spoil(change)
    const { failed, passed, output } = await runTests(copy.root, [change.caughtBy])
    await undo()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (failed === null)
      problems.push(`${change.name}: nobody noticed; ${passed} tests passed\n${output.slice(0, 2000)}`)
    rows.push({ name: change.name, caught: failed ?? 'NOBODY', seconds })
    say(`${failed === null ? 'MISSED' : 'caught'}  ${change.name} (${seconds} s)`)
  }
  const whole = await runTests(
    copy.root,
    chosen.map(({ caughtBy }) => caughtBy),
  )
  if (whole.failed !== null || whole.passed === 0)
    problems.push(`unspoiled, these tests fail too: ${whole.failed}\n${whole.output.slice(0, 2000)}`)
  say(`\n${whole.passed} tests pass in the tree as it is\n`)
} finally {
  await copy.drop()
}

const widest = Math.max(...rows.map(({ name }) => name.length))
say(`${'change'.padEnd(widest)}  seconds  caught by`)
for (const { name, caught, seconds } of rows)
  say(`${name.padEnd(widest)}  ${String(seconds).padStart(7)}  ${caught}`)
for (const problem of problems) say(`\n${problem}`)
say(problems.length === 0 ? `\nall ${rows.length} caught` : `\n${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
