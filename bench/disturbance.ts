import { readdir, readFile } from 'node:fs/promises'

/**
 * The share of the machine that other programs used during a measurement, from 0 to 1. This includes the host of a virtual
 * machine, but not processes that this one started.
 */
export type Disturbance = () => Promise<number>

const TICKS_PER_SECOND = 100

interface Usage {
  all: number
  busy: number
  own: number
}

export async function watchDisturbance(): Promise<Disturbance> {
  // Only Linux reports this; elsewhere every sample counts as undisturbed.
  if (process.platform !== 'linux') return async () => 0
  const before = await readUsage()
  return async () => {
    const after = await readUsage()
    const all = after.all - before.all
    if (all < TICKS_PER_SECOND / 10) return 0
    return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / all)
  }
}

async function readUsage(): Promise<Usage> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + softirq + steal
  return { all: busy + idle + wait, busy, own: await ownTicks() }
}

/** CPU time of this process and its descendants, including ended ones, which their parents sum up. */
async function ownTicks(): Promise<number> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(processes.map(readProcess))
  const children = Map.groupBy(
    stats.filter((stat) => stat !== null),
    ({ parent }) => parent,
  )
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + child.ticks + sum(child.pid), 0)
  const self = stats.find((stat) => stat?.pid === process.pid)
  return (self?.ticks ?? 0) + sum(process.pid)
}

async function readProcess(pid: string): Promise<{ pid: number; parent: number; ticks: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name is in brackets and may contain anything; the fields after it are plain.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return null
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
  return { pid: Number(pid), parent: Number(fields[1]), ticks }
}

/** The processor time that a process has used. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readProcess(String(pid))
  if (!stat) throw new Error(`there is no process ${pid}`)
  return (stat.ticks * 1000) / TICKS_PER_SECOND
}
