import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A tick of the kernel's clock is 10 ms. Only Linux tells these times. */
const TICK_MS = 10

/** The first process of the database server whose data is in this folder. */
export async function serverProcess(folder: string): Promise<number> {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

/** Milliseconds that each of these processes and its children have used so far, ended ones too. */
export async function processorMs<Name extends string>(
  processes: Readonly<Record<Name, number>>,
): Promise<Record<Name, number>> {
  const used = new Map<number, number>()
  const add = (pid: number, ticks: number) => used.set(pid, (used.get(pid) ?? 0) + ticks)
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    // The name is in brackets and may contain anything; the fields after it are plain.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    if (fields.length < 15) continue
    const [own, ended] = [sum(fields.slice(11, 13)), sum(fields.slice(13, 15))]
    add(Number(name), own + ended)
    add(fields[1] ?? 0, own)
  }
  const times = Object.entries<number>(processes).map(([name, pid]) => [name, (used.get(pid) ?? 0) * TICK_MS])
  return Object.fromEntries(times) as Record<Name, number>
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
