import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { counted } from '../kernel/counted.ts'
import { createLog } from '../ops/log.ts'
import { print } from './with-pool.ts'

/** The example hotels of all chains. */
const USUAL_HOTELS = 33

/** `vacancy sandbox history`, a subcommand of the role. */
export function addSandboxCommands(sandbox: Command): void {
  sandbox
    .command('history')
    .description('make the past that the sandbox’s market would have shown, charged to nobody')
    .option('--days <n>', 'days of past, at most 400', '400')
    .option(
      '--hotels <n>',
      'hotels of the chains: their examples first, then those of the directory',
      String(USUAL_HOTELS),
    )
    .action(async (options: { days: string; hotels: string }, command: Command) => {
      const [days, hotels] = [Number(options.days), Number(options.hotels)]
      if (!Number.isInteger(days) || days < 1 || days > 400)
        command.error('error: --days must be from 1 to 400')
      if (!Number.isInteger(hotels) || hotels < 1) command.error('error: --hotels must be at least 1')
      // Started by `serve`, it ends with it, or when it is done: the listener alone would keep it alive.
      process.on('disconnect', () => process.exit(1))
      process.channel?.unref()
      const made = await makeSandboxPast({ days, hotels })
      print(
        false,
        made,
        () => `Made ${made.observations} observations of ${counted(made.hotels, 'hotel')}.\n`,
        'vacancy history aurelia LONAU +30d shows how a price changed',
      )
    })
}

async function makeSandboxPast(wanted: { days: number; hotels: number }) {
  const [
    { openPrivateSandbox },
    { makePast },
    { createGateway },
    { FAMILIES },
    { loadCatalog },
    { openReferenceRates },
  ] = await Promise.all([
    import('./private-sandbox.ts'),
    import('./make-past.ts'),
    import('../sources/gateway.ts'),
    import('../sources/registry.ts'),
    import('../sources/catalog/load.ts'),
    import('../fx/reference-rates.ts'),
  ])
  const database = await openDatabase(readConfig(process.env), { share: true, make: false })
  const pool = createPool({
    url: database.url,
    max: 2,
    name: 'vacancy sandbox history',
    onIdleError: () => {},
  })
  const log = createLog({ level: 'error', role: 'sandbox history' })
  const sandbox = await openPrivateSandbox()
  // The market's own catalog and credentials, whatever the service is connected to.
  const catalog = loadCatalog({ env: sandbox.environment, sourcesFile: undefined, families: FAMILIES })
  let offsetMs = 0
  const gateway = createGateway({ catalog, families: FAMILIES.rates, now: () => Date.now() + offsetMs, log })
  try {
    await migrate(database.url)
    const fx = await openReferenceRates({ pool, listenUrl: database.url, log })
    const moveTo = async (ms: number) => {
      offsetMs = ms - Date.now()
      await sandbox.moveTo(ms)
    }
    // Below `serve` the terminal is for the log.
    const isWatched = process.stderr.isTTY && process.send === undefined
    const onProgress = (done: number, of: number) => {
      if (isWatched) process.stderr.write(`\r${done} of ${of} days`)
    }
    try {
      return await makePast({ pool, fx, catalog, gateway, moveTo, onProgress }, wanted)
    } finally {
      if (isWatched) process.stderr.write('\n')
      await fx.close()
    }
  } finally {
    await gateway.close()
    await sandbox.stop()
    await pool.end()
    await database.close()
  }
}
