import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the repository, by their paths from its root with forward slashes, in order. */
export interface Tree {
  readonly paths: readonly string[]
  readonly folders: ReadonlySet<string>
  has(path: string): boolean
  read(path: string): string
}

/** A problem and its place. Line 0 stands for the whole file. */
export interface Finding {
  file: string
  line: number
  problem: string
}

/** Findings as a failing test shows them: `file:line` first, so that a terminal makes it a link. */
export function tell(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line, problem }) => `${file}${line > 0 ? `:${line}` : ''} ${problem}`)
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The tree of a folder; each file is read on demand, once. */
export function openTree(root: string): Tree {
  const listed = listedByGit(root) ?? walked(root)
  const paths = listed.filter((path) => isFile(join(root, path)))
  return treeOf(paths, (path) => readFileSync(join(root, path), 'utf8'))
}

/** A tree made of texts, for proving that a rule can fail. */
export function treeFrom(texts: Record<string, string>): Tree {
  return treeOf(Object.keys(texts), (path) => texts[path] ?? '')
}

function treeOf(unsorted: readonly string[], load: (path: string) => string): Tree {
  const paths = unsorted.toSorted()
  const files = new Set(paths)
  const folders = new Set(paths.flatMap(foldersAbove))
  const texts = new Map<string, string>()
  return {
    paths,
    has: (path) => files.has(path),
    folders,
    read: (path) => {
      const text = texts.get(path) ?? load(path)
      texts.set(path, text)
      return text
    },
  }
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/**
 * Null if git cannot list the files: it is not installed, distrusts the folder's owner, or the folder came from an archive.
 * `.git` must be in this folder, because inside another checkout git would list nothing.
 */
export function listedByGit(root: string): string[] | null {
  if (!existsSync(join(root, '.git'))) return null
  try {
    const options = { cwd: root, env: withoutGitSettings(), encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['ls-files', '-z'], options).split('\0').filter(Boolean)
  } catch {
    return null
  }
}

/** Inside a hook, git passes the repository to child processes. Here only the folder counts. */
export function withoutGitSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}

const NOT_OURS = new Set(['node_modules', '.vacancy', 'dist', 'coverage', '.git'])

export function walked(root: string, below = ''): string[] {
  const entries = readdirSync(join(root, below), { withFileTypes: true })
  return entries
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return walked(root, path)
      return entry.isFile() ? [path] : []
    })
}

/** Files that git lists may be deleted but not committed yet. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
