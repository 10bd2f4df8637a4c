import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 30_000

/** The process that replays the log while a PostgreSQL of this folder starts after a crash. */
export async function findStartup(data: string): Promise<number> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const postmaster = await postmasterOf(data)
    if (postmaster !== null) {
      for (const pid of await childrenOf(postmaster)) {
        const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (title.startsWith('postgres: startup')) return pid
      }
    }
    await wait(1)
  }
  throw new Error('the database recovered too fast to be held up')
}

async function postmasterOf(data: string): Promise<number | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  const isAlive = pid > 0 && (await readdir(`/proc/${pid}`).catch(() => [])).length > 0
  return isAlive ? pid : null
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}
