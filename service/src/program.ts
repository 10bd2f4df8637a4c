import { Command } from 'commander'
import { addBackupCommands } from './admin/backup.ts'
import { addAdminCommands } from './admin/commands.ts'
import { addDirectoryCommands } from './admin/directory.ts'
import { addDoctorCommand } from './admin/doctor.ts'
import { addIdsCommands } from './admin/ids.ts'
import { addReceiptsCommands } from './admin/receipts.ts'
import { addSandboxCommands } from './admin/sandbox.ts'
import { addSecretsCommands } from './admin/secrets.ts'
import { addSourcesCommands } from './admin/sources.ts'
import { BackupError } from './backup/file.ts'
import { ConfigError, readConfig, SETTINGS } from './config.ts'
import { HomeInUseError } from './db/database.ts'
import { HomeError } from './db/embedded/home.ts'
import { distribute, migrate, SchemaError } from './db/migrate.ts'
import { explainUnreachable } from './db/unreachable.ts'
import { entryOf } from './joined.ts'
import { ApiError } from './kernel/errors.ts'
import { KeyFileError } from './ops/master-key.ts'
import { SecretKeyError } from './secrets/open-vault.ts'
import { CatalogError } from './sources/catalog/entries.ts'
import { FATAL_EXIT, RoleDown } from './supervisor.ts'

const settings = Object.values(SETTINGS)
  .map(
    ({ env, describe, fallback }) =>
      `  ${env.padEnd(22)} ${describe}${fallback === '' || fallback === Number.POSITIVE_INFINITY ? '' : ` (${fallback})`}`,
  )
  .join('\n')

/** The commands that run and administer the service, added to the program. */
export function serviceCommands(program: Command): Command {
  const service = new Command().copyInheritedSettings(program)
  service.commandsGroup('Running the service:')
  addRoles(service)
  service.commandsGroup('Administration:')
  addAdminCommands(service)
  addIdsCommands(service)
  addSourcesCommands(service)
  addDirectoryCommands(service)
  addReceiptsCommands(service)
  addSecretsCommands(service)
  addBackupCommands(service)
  addDoctorCommand(service)
  return service
}

/** If a command exists already, such as `ids`, the administrator's commands become its subcommands. */
export function adopt(program: Command, service: Command): void {
  program.addHelpText('after', `\nSettings of the service, from the environment:\n${settings}`)
  for (const command of service.commands) {
    const question = program.commands.find((each) => each.name() === command.name())
    if (!question) program.addCommand(command)
    else for (const verb of command.commands) question.addCommand(verb)
  }
}

function addRoles(program: Command): void {
  program
    .command('serve')
    .description('run everything on this machine: database, sandbox sources, API, worker')
    .action(async () => {
      const { serve } = await import('./serve.ts')
      await serve(readConfig(process.env))
    })

  program
    .command('api')
    .description('run one API process')
    .action(async () => {
      const { composeApi } = await import('./compose/api.ts')
      const { completeSettings, runRole } = await import('./role.ts')
      await runRole(await composeApi(readConfig(await completeSettings())))
    })

  program
    .command('worker')
    .description('run one worker process')
    .action(async () => {
      const { composeWorker } = await import('./compose/worker.ts')
      const { completeSettings, runRole } = await import('./role.ts')
      await runRole(await composeWorker(readConfig(await completeSettings())))
    })

  const sandbox = program
    .command('sandbox')
    .description('run the bundled sandbox (simulated sources) on SANDBOX_PORT and SANDBOX_CONTROL_PORT')
    .action(async () => {
      const { runProgram } = await import('./supervisor.ts')
      process.exitCode = await runProgram(entryOf('sandbox'))
    })
  addSandboxCommands(sandbox)

  program
    .command('migrate')
    .description('upgrade the database to the schema of this version')
    .option(
      '--distributed',
      'also distribute cells, history and usage lines over the workers of a Citus server',
    )
    .action(async ({ distributed = false }: { distributed?: boolean }) => {
      const { openDatabase } = await import('./db/database.ts')
      const database = await openDatabase(readConfig(process.env), { share: true })
      try {
        const applied = await migrate(database.url)
        const names = applied.map(({ name }) => `applied ${name}\n`).join('')
        process.stdout.write(names === '' ? 'The schema is up to date.\n' : `${names}Next: vacancy doctor\n`)
        if (distributed) {
          const isNew = await distribute(database.url)
          process.stdout.write(`The tables are ${isNew ? 'now' : 'already'} distributed.\n`)
        }
      } finally {
        await database.close()
      }
    })
}

/** Prints one line that says what to do. Returns the exit code. */
export function endService(error: unknown): number {
  process.stderr.write(`vacancy: ${explain(error)}\n`)
  return isOurs(error) || explainPort(error) !== null ? FATAL_EXIT : 1
}

function isOurs(error: unknown): boolean {
  return (
    error instanceof ConfigError ||
    error instanceof SchemaError ||
    error instanceof HomeInUseError ||
    error instanceof HomeError ||
    error instanceof BackupError ||
    error instanceof CatalogError ||
    error instanceof KeyFileError ||
    error instanceof SecretKeyError ||
    error instanceof RoleDown
  )
}

/** One line that says what to do; a stack only for unexpected errors. */
function explain(error: unknown): string {
  if (isOurs(error) || error instanceof ApiError) return (error as Error).message
  const known = explainPort(error) ?? explainUnreachable(error)
  if (known !== null) return known
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Null for errors that are not about a port. */
function explainPort(error: unknown): string | null {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `${address}:${port} is in use. Choose another port with PORT or OPS_PORT.`
  if (code === 'EACCES' && port)
    return `Vacancy is not allowed to listen on port ${port}. Choose another one with PORT.`
  return null
}
