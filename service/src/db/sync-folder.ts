import { open } from 'node:fs/promises'

/** A renamed file survives a power failure only if its folder is synced, too. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
