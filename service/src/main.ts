import { addQueryCommands, forPeople, isQuery, parse } from '@vacancy/client/cli'
import { Command } from 'commander'

const words = process.argv.slice(2)
// Options after a subcommand belong to it: `vacancy ids` and `vacancy ids set` both have `--json`.
const program = forPeople(new Command('vacancy')).enablePositionalOptions()

/** A query goes over HTTP and needs nothing of the service, unless an administrator's command has the same name. */
const SHARED = ['set', 'unset', 'import', 'verify', 'rotate-key', 'help', '-h', '--help']
const isQuestion = isQuery(words) && words[0] !== 'completion' && !SHARED.includes(words[1] ?? '')

if (isQuestion) {
  const queries = await addQueryCommands(program, words)
  process.exitCode = await parse(program, queries.end)
} else {
  const { adopt, endService, serviceCommands } = await import('./program.ts')
  const service = serviceCommands(program)
  // A role that runs for months should load only what it needs.
  const isService = !isQuery(words) && service.commands.some((command) => command.name() === words[0])
  const queries = isService ? null : await addQueryCommands(program)
  adopt(program, service)
  const code = await parse(program, (error) => queries?.end(error) ?? endService(error))
  if (code !== 0) process.exit(code)
}
