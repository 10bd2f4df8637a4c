import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Change } from './change.ts'

/** A copy of the tree that may be changed. */
export interface Copy {
  root: string
  /** Returns a function that undoes the change. */
  spoil(change: Change): Promise<() => Promise<void>>
  drop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const OURS = '@vacancy'

/** Copies all files under version control in their current state. Packages are linked, except our own. */
export async function copyTree(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'vacancy-sabotage-'))
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of listed.split('\0').filter((name) => name !== '')) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await cp(join(ROOT, path), join(root, path))
  }
  await linkPackages(root)
  return {
    root,
    spoil: async ({ name, file, find, replace }) => {
      const path = join(root, file)
      const text = await readFile(path, 'utf8')
      const parts = text.split(find)
      if (parts.length !== 2)
        throw new Error(`${name}: ${file} has the text to be changed ${parts.length - 1} times, not once`)
      await writeFile(path, parts.join(replace))
      return () => writeFile(path, text)
    },
    drop: () => rm(root, { recursive: true, force: true }),
  }
}

async function linkPackages(root: string): Promise<void> {
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  await mkdir(join(root, 'node_modules', OURS), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== OURS) await symlink(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  }
  for (const workspace of workspaces) {
    await symlink(join(root, workspace), join(root, 'node_modules', OURS, workspace))
    const own = join(ROOT, workspace, 'node_modules')
    const names = await readdir(own).catch(() => [])
    if (names.length > 0) await symlink(own, join(root, workspace, 'node_modules'))
  }
}
