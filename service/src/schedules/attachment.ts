import { FILE_FORMATS, FILE_TYPE, type FileFormat } from '../cells/files.ts'
import type { Pool } from '../db/pool.ts'
import type { AttachedFile } from '../endpoints/kinds/email/message.ts'
import { type JobFileDeps, openJobFile } from '../grids/job-file.ts'
import { readJobs } from '../jobs/store.ts'
import { LIMITS } from '../kernel/limits.ts'

/** The path of a file, as `fileOf` writes it. */
const PATH = /^\/v1\/jobs\/(job_\w+)\/export\?format=(\w+)$/

/** Reads the file of a run for a mail. Null if its job has been deleted since. */
export function createFileAt(deps: JobFileDeps & { pool: Pool }): (path: string) => Promise<AttachedFile> {
  return async (path) => {
    const [, id, name] = PATH.exec(path) ?? []
    const format = FILE_FORMATS.find((known) => known === name)
    const [job] = id === undefined ? [] : await readJobs(deps.pool, 'j.public_id = $1', [id])
    if (!job || !format) return null
    const file = await openJobFile(deps, job, { format, isNamed: true })
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of file.open()) {
      const content = Buffer.from(piece as Buffer)
      bytes += content.length
      if (bytes > LIMITS.attachmentBytes) return 'too_large'
      pieces.push(content)
    }
    return attachmentOf(file.name, format, Buffer.concat(pieces))
  }
}

function attachmentOf(name: string, format: FileFormat, content: Buffer): AttachedFile {
  return { filename: `vacancy-${name}.${format}`, contentType: FILE_TYPE[format], content }
}
