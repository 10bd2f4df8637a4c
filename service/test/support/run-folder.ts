import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Enough for the databases of all files that run at once, and for what they write to temporary files. */
const ENOUGH_BYTES = 8 * 2 ** 30
const NAME = /^vacancy-run-(\d+)-/

/** What `TMPDIR` was before the run; empty if it was not set. */
const USUAL = 'VACANCY_USUAL_TMPDIR'

/**
 * The folder for the temporary files of a run and all its processes: in memory where there is plenty. A database is a thousand
 * files, and to make them on a disk takes many times as long as all that a usual test does with them.
 */
export async function openRunFolder(): Promise<string> {
  const isChosen = process.env['TMPDIR'] !== undefined
  const parent = !isChosen && (await hasMemory()) ? MEMORY : tmpdir()
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `vacancy-run-${process.pid}-`))
  // Some processes run as another user.
  await chmod(folder, 0o1777)
  process.env[USUAL] = process.env['TMPDIR'] ?? ''
  process.env['TMPDIR'] = folder
  return folder
}

/** Does something in the usual temporary folder, whose files stay after the run. */
export async function outsideRun<T>(work: () => Promise<T>): Promise<T> {
  const { [USUAL]: usual, TMPDIR: own } = process.env
  if (usual === undefined || own === undefined) return work()
  if (usual === '') delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usual
  try {
    return await work()
  } finally {
    process.env['TMPDIR'] = own
  }
}

/** Tests start programs from their folders, so it must allow that. */
async function hasMemory(): Promise<boolean> {
  try {
    const mounts = await readFile('/proc/mounts', 'utf8')
    const [, options = 'noexec'] = new RegExp(`^\\S+ ${MEMORY} \\S+ (\\S+)`, 'm').exec(mounts) ?? []
    const { bavail, bsize } = await statfs(MEMORY)
    return !options.split(',').includes('noexec') && bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A run that was killed leaves its files, which take up memory. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
