import { randomBytes } from 'node:crypto'
import { addressOf, environmentOf } from './environment.ts'
import { startSandbox } from './sandbox.ts'
import { SOURCES } from './sources.ts'
import { WIRES } from './wires/registry.ts'

/** Reads a whole number from the environment, or exits with one clear line. */
function wholeNumber(name: string, fallback: number, most: number): number {
  const text = process.env[name] ?? String(fallback)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) {
    process.stderr.write(`${name} must be a whole number from 0 to ${most}, not ${JSON.stringify(text)}\n`)
    process.exit(2)
  }
  return value
}

const seed = wholeNumber('SANDBOX_SEED', 1, 2 ** 31 - 1)
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1'
/** A port in use is also reported in one line. */
function refusePort(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
  const why = error.code === 'EADDRINUSE' ? 'is in use' : 'may not be listened on'
  process.stderr.write(
    `sandbox: ${host}:${error.port} ${why}; choose another with SANDBOX_PORT or SANDBOX_CONTROL_PORT\n`,
  )
  process.exit(2)
}

const givenToken = process.env['SANDBOX_CONTROL_TOKEN'] ?? ''
const controlToken = givenToken === '' ? randomBytes(24).toString('base64url') : givenToken

const sandbox = await startSandbox({
  host,
  port: wholeNumber('SANDBOX_PORT', 8090, 65_535),
  controlPort: wholeNumber('SANDBOX_CONTROL_PORT', 8091, 65_535),
  controlToken,
  seed,
  sources: SOURCES,
  wires: WIRES,
  report: (problem) => {
    process.stderr.write(`sandbox: ${problem instanceof Error ? problem.stack : String(problem)}\n`)
  },
}).catch(refusePort)

const { port, controlPort } = sandbox
const environment = environmentOf(addressOf(host, port), SOURCES)
// A token that was given is known already, and this line may end up in a log.
const madeToken = givenToken === '' ? { controlToken } : {}
const listening = { listening: { port, controlPort, ...madeToken, seed, environment } }
process.stdout.write(`${JSON.stringify(listening)}\n`)
process.send?.(listening)

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  void sandbox.close().finally(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Started by a parent over IPC: exit with the parent, because nothing else would stop this process.
process.on('disconnect', stop)
