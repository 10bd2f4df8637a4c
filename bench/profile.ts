import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { table } from '../service/src/admin/table.ts'

/** The parts of V8's profile format that are read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

const ROWS = 25

/** Where the processes spent their time, by function and by package, without idle time. */
export async function describeProfiles(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'))
  const texts = await Promise.all(
    files.map(async (file) => describe(JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile)),
  )
  return texts.join('\n')
}

function describe(profile: CpuProfile): string {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byFunction = new Map<string, number>()
  const byPlace = new Map<string, number>()
  let busyUs = 0
  let allUs = 0
  for (const [index, id] of profile.samples.entries()) {
    const tookUs = profile.timeDeltas[index] ?? 0
    const frame = frames.get(id)
    allUs += tookUs
    if (!frame || frame.functionName === '(idle)') continue
    busyUs += tookUs
    add(byFunction, `${frame.functionName || '(anonymous)'} ${shortPlace(frame)}`, tookUs)
    add(byPlace, packageOf(frame.url), tookUs)
  }
  const share = (us: number) => `${((us / busyUs) * 100).toFixed(1)} %`
  const rows = (times: Map<string, number>) =>
    [...times]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, ROWS)
      .map(([where, us]) => ({ 'own time': share(us), where }))
  const busy = `busy ${((busyUs / allUs) * 100).toFixed(0)} % of ${(allUs / 1e6).toFixed(1)} s`
  return [
    `CPU profile: ${busy}\n`,
    table(['own time', 'where'], rows(byPlace)),
    table(['own time', 'where'], rows(byFunction)),
  ].join('\n')
}

function add(times: Map<string, number>, where: string, us: number): void {
  times.set(where, (times.get(where) ?? 0) + us)
}

function packageOf(url: string): string {
  if (url === '') return '(native)'
  if (url.startsWith('node:')) return `node ${url.split('/')[0]?.slice(5)}`
  const inModules = url.split('/node_modules/').at(-1)
  if (url.includes('/node_modules/')) return `npm ${inModules?.split('/').slice(0, 1).join('/')}`
  return `ours ${url.split('/').slice(-2).join('/')}`
}

function shortPlace({ url, lineNumber }: CallFrame): string {
  return url === '' ? '' : `${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`
}
