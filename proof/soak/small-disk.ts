import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A file system of its own, small enough to be filled in a moment. */
export interface SmallDisk {
  /** Takes all space that is left. */
  fill(): Promise<void>
  free(): Promise<void>
  unmount(): Promise<void>
}

const run = promisify(execFile)
/** Enough for the database of a run, whose WAL may take 1 GB. */
const SIZE = '2g'
const BLOCK = Buffer.alloc(4 * 1024 * 1024)

/** Null where mounting is not permitted. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder])
  } catch {
    return null
  }
  const filler = join(folder, 'filler')
  return {
    fill: async () => {
      const file = await open(filler, 'w')
      try {
        for (let size = BLOCK.length; size >= 512; ) {
          try {
            const { bytesWritten } = await file.write(BLOCK, 0, size)
            if (bytesWritten < size) size = Math.floor(size / 2)
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
            size = Math.floor(size / 2)
          }
        }
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    unmount: async () => {
      await run('umount', [folder])
    },
  }
}
