import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { invalid } from '../kernel/errors.ts'
import { randomBase62 } from '../kernel/ids.ts'
import type { RecordingFile } from '../sources/conformance/recording-file.ts'
import { readKnownCatalog } from './read-catalog.ts'
import { withPool } from './with-pool.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const MOST_SECONDS = 24 * 3600
const LOOK_MS = 500
/** Calls that began before the end are written too. */
const AFTERWARDS_MS = 3000

/** `90s`, `10m`, `1h`. Throws an error with one line. */
export function secondsOf(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? []
  const seconds = Number(number) * (SECONDS[unit] ?? Number.NaN)
  if (!(seconds <= MOST_SECONDS)) throw new Error(`must be a time from 1s to 24h, such as 90s, 10m or 1h`)
  return seconds
}

/** Runs until the time is over, or until Ctrl-C. */
export async function record(
  source: string,
  seconds: number,
  { into, say }: { into: string | undefined; say(line: string): void },
): Promise<{ folder: string; count: number }> {
  const { startRecording, stopRecording, takeRecordings } = await import('../sources/recorder/store.ts')
  return withPool(async (pool) => {
    const { sources } = await readKnownCatalog(pool)
    if (!sources.some(({ id }) => id === source)) throw invalid(`There is no source ${source.slice(0, 64)}.`)
    const recording = `rec_${randomBase62(16)}`
    if (!(await startRecording(pool, source, recording, seconds)))
      throw invalid(`${source} is being recorded already.`)
    const ended = new AbortController()
    const end = () => ended.abort()
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
    const folder = resolve(into ?? `recordings-${source}-${stampOf(new Date())}`)
    let count = 0
    const write = async (): Promise<void> => {
      for (const file of await takeRecordings(pool, recording)) {
        count += 1
        await writeFile(join(folder, nameOf(count, file)), `${JSON.stringify(file, null, 2)}\n`)
      }
    }
    try {
      await mkdir(folder, { recursive: true })
      say(folder)
      const untilMs = performance.now() + seconds * 1000
      while (performance.now() < untilMs && !ended.signal.aborted) {
        await write()
        await wait(LOOK_MS, undefined, { signal: ended.signal }).catch(() => {})
      }
    } finally {
      await stopRecording(pool, recording)
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    }
    await wait(AFTERWARDS_MS)
    await write()
    return { folder, count }
  })
}

function nameOf(number: number, { shop, lowest }: RecordingFile): string {
  const stay = shop ?? lowest
  const words = [shop ? 'shop' : 'lowest', shop?.hotelCode ?? '', stay?.checkin ?? ''].filter(
    (word) => word !== '',
  )
  return `${String(number).padStart(4, '0')}-${words.join('-').replaceAll(/[^\w.-]/g, '_')}.json`
}

function stampOf(at: Date): string {
  return at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
}
