import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { Running } from './compose/runtime.ts'
import { SETTINGS_FOLLOW } from './supervisor.ts'

/** The environment, once the supervisor has sent the rest of it. If the supervisor ends before that, so does this process. */
export async function completeSettings(): Promise<NodeJS.ProcessEnv> {
  if (!process.env[SETTINGS_FOLLOW]) return process.env
  const end = () => process.exit(0)
  process.once('disconnect', end)
  const [settings] = (await once(process, 'message')) as [Record<string, string>]
  process.off('disconnect', end)
  delete process.env[SETTINGS_FOLLOW]
  return Object.assign(process.env, settings)
}

/** Runs a role until a signal arrives or the parent process ends. */
export async function runRole(running: Running): Promise<void> {
  const { promise: told, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
  if (process.channel) {
    process.on('disconnect', () => stop())
    process.send?.({ url: running.url, opsPort: running.opsPort })
  }
  // Whatever supervises the process starts it again. Requests in progress fail anyway: their connections were cut.
  void running.outdated.then((error) => {
    running.log.fatal(error.message)
    process.exit(1)
  })
  running.log.info({ url: running.url, ops_port: running.opsPort }, 'up')
  // Node does this only at the end, which a killed process does not reach. The next start would compile everything again.
  flushCompileCache()
  await told
  running.log.info('stopping')
  await running.close()
  process.exit(0)
}
