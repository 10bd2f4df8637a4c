import type { Command } from 'commander'
import { installationOf } from '../compose/installation.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { isBegun } from '../db/embedded/home.ts'
import { createPool } from '../db/pool.ts'
import { explainUnreachable } from '../db/unreachable.ts'
import { examineAround, examineDatabase } from '../doctor/examine.ts'
import { type Finding, problem } from '../doctor/finding.ts'
import { readCatalog } from './read-catalog.ts'
import { type Output, print } from './with-pool.ts'

/** `vacancy doctor`: what is wrong with an installation, and what to do. Changes nothing. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check database, replica, disk, clock, secrets, sources, sign-in, certificate, mail and queues, and say what to do',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEnds with 0 if there is no problem (warnings are none), else with 1. Changes nothing. An embedded database that is stopped runs while it looks.',
    )
    .action(async ({ json }: Output) => {
      const findings = await examine(readConfig(process.env))
      const isWell = findings.every(({ state }) => state !== 'problem')
      const isTroubled = findings.some(({ state }) => state !== 'good')
      print(
        json,
        { well: isWell, findings },
        () => findings.map(line).join(''),
        isTroubled ? 'do what it advises, and run vacancy doctor again' : 'nothing to do',
      )
      if (!isWell) process.exitCode = 1
    })
}

async function examine(config: Config): Promise<Finding[]> {
  const installation = await installationOf(config)
  const further = await examineAround(installation, readCatalog)
  if (config.databaseUrl === '' && !(await isBegun(config.home))) return [noDatabase(config), ...further]
  try {
    const database = await openDatabase(config, { share: true, make: false })
    const pool = createPool({ url: database.url, max: 1, name: 'vacancy doctor', onIdleError: () => {} })
    try {
      return [...(await examineDatabase(installation, pool)), ...further]
    } finally {
      await pool.end()
      await database.close()
    }
  } catch (error) {
    const found = explainUnreachable(error) ?? textOf(error)
    const setting = config.databaseUrl === '' ? 'VACANCY_HOME' : 'DATABASE_URL'
    return [problem('database', found, `Check ${setting}, and whether the server runs.`), ...further]
  }
}

/** A home that is mistyped, or whose first start is still to come. */
function noDatabase({ home }: Config): Finding {
  return problem(
    'database',
    `there is none in ${home}`,
    'Set VACANCY_HOME to the folder that has it. `vacancy serve` makes a new one.',
  )
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const MARKS = { good: '✓', warning: '!', problem: '✗' } as const

function line({ check, state, found, advice }: Finding): string {
  const first = `${MARKS[state]} ${check.padEnd(13)}${found}\n`
  return advice === null ? first : `${first}${' '.repeat(15)}${advice}\n`
}
