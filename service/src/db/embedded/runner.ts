import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that runs the database. PostgreSQL refuses to run as root, so root uses another user of the machine. */
export interface Runner {
  /** Undefined: the user of this process. */
  ids: { uid: number; gid: number } | undefined
}

export async function chooseRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return { ids: undefined }
  const passwd = await readFile('/etc/passwd', 'utf8')
  const users = new Map(passwd.split('\n').map((line) => [line.split(':')[0], line.split(':')]))
  const user = users.get('postgres') ?? users.get('nobody')
  if (!user) throw new Error('running as root needs a user `postgres` or `nobody` for the embedded database')
  return { ids: { uid: Number(user[2]), gid: Number(user[3]) } }
}

/** What a program needs to start. */
const NEEDED = /^(?:PATH|HOME|TMPDIR|TEMP|TMP|TZ|SystemRoot|(?:DY)?LD_.*)$/i

/** The environment of the database. Ours has credentials, which every session of the database would show to its user. */
export function environmentFrom(ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(ours).filter(([name]) => NEEDED.test(name)))
}

/** Whether the user can reach the path: every parent folder must be open to that user or to everyone. */
export async function reachableBy(runner: Runner, path: string): Promise<boolean> {
  const { ids } = runner
  if (!ids) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    let search = 0o001
    if (uid === ids.uid) search = 0o100
    else if (gid === ids.gid) search = 0o010
    if ((mode & search) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
