import { readPage } from './markdown.ts'
import { type Finding, lineAt, type Tree } from './tree.ts'

const PAGES = /^(?:(?:.+\/)?README|ARCHITECTURE|CONTRIBUTING|docs\/[^/]+)\.md$/i

/** Top folders of the repository, including removed ones that a page may still mention. */
const ROOTS = new Set(['service', 'sandbox', 'client', 'client-python', 'dashboard', 'bench', 'tidy', 'docs'])
const MADE_WHILE_RUNNING = /(?:^|\/)(?:node_modules|dist|\.vacancy)(?:\/|$)/
const FILE = /\.(?:ts|tsx|mjs|sql|md|json)$/

export interface DocPath {
  file: string
  line: number
  path: string
}

/**
 * The paths that pages mention as code. Paths from the root, like `service/src/…`, are recognised anywhere; shorter ones,
 * like `billing/prices.ts`, only in running text, where no command or answer can look like one.
 */
export function pathsInPages(tree: Tree): DocPath[] {
  return tree.paths
    .filter((file) => PAGES.test(file))
    .flatMap((file) => {
      const text = tree.read(file)
      return readPage(text).code.flatMap(({ text: code, offset, fenced }) =>
        [...code.matchAll(/[^\s"'()=]+/g)].flatMap((match) => {
          const path = trim(match[0])
          if (!isPath(path, fenced)) return []
          return [{ file, line: lineAt(text, offset + match.index), path }]
        }),
      )
    })
}

export function missingPaths(tree: Tree): Finding[] {
  const entries = [...tree.paths, ...tree.folders]
  return pathsInPages(tree).flatMap(({ file, line, path }) => {
    const wanted = patternOf(path)
    if (entries.some((entry) => wanted.test(entry))) return []
    return [{ file, line, problem: `names ${path}, but there is no such file` }]
  })
}

function trim(word: string): string {
  return word
    .replace(/^\.\//, '')
    .replace(/(?:#L\d+.*|:\d+(?::\d+)?)$/, '')
    .replace(/[,;:.…]+$/, '')
}

function isPath(word: string, fenced: boolean): boolean {
  if (!word.includes('/') || word.includes('://') || MADE_WHILE_RUNNING.test(word)) return false
  if (ROOTS.has(word.split('/')[0] ?? '')) return true
  return !fenced && FILE.test(word) && !/^[/~@$]/.test(word)
}

/** `<family>` and `*` stand for any name, `{a,b}` for either, `NNNN` for a number, `…` for anything in between. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/[.+?^$|()[\]\\]/g, '\\$&')
    .replace(/<[^>]*>|\*+/g, '[^/]+')
    .replace(/\{([^{}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)
    .replaceAll('NNNN', '\\d{4}')
    .replaceAll('…', '.*')
  return new RegExp(`(?:^|/)${source}$`)
}
