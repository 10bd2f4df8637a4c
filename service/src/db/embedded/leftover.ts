import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Stops a PostgreSQL that an earlier owner of this data folder left running. The pid file may also name the server of another
 * folder, if this one is a copy: that server is left alone.
 */
export async function stopLeftover(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  for (let tries = 0; tries < 300; tries += 1) {
    const text = await readFile(pidFile, 'utf8').catch(() => null)
    const pid = Number(text?.split('\n')[0])
    if (!text || !Number.isInteger(pid) || !(await isPostgres(pid))) return
    if (!(await servesFolder(pid, data, text))) {
      // PostgreSQL would mistake the other server for one of this folder and refuse to start.
      await rm(pidFile)
      return
    }
    if (tries % 50 === 0) process.kill(pid, 'SIGINT')
    await wait(100)
  }
  throw new Error(`A PostgreSQL of an earlier start still holds ${data} and does not stop.`)
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  // The pid may belong to another program by now.
  return readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.startsWith('postgres'),
    () => false,
  )
}

/** A running PostgreSQL has its data folder as working directory. Only Linux shows that; elsewhere we trust the pid file. */
async function servesFolder(pid: number, data: string, pidFile: string): Promise<boolean> {
  if (process.platform !== 'linux') return pidFile.split('\n')[1] === data
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === (await realpath(data))
}
