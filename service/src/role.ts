import type { Running } from './compose/runtime.ts'

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
  await told
  running.log.info('stopping')
  await running.close()
  process.exit(0)
}
