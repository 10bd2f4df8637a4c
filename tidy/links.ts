import { posix } from 'node:path'
import { anchorsOf, linksOf, readPage } from './markdown.ts'
import { type Finding, lineAt, type Tree } from './tree.ts'

export function pagesOf(tree: Tree): string[] {
  return tree.paths.filter((path) => path.endsWith('.md'))
}

/** Broken links in the documentation. External addresses are not visited. */
export function deadLinks(tree: Tree): Finding[] {
  return pagesOf(tree).flatMap((file) => {
    const text = tree.read(file)
    return linksOf(readPage(text)).flatMap(({ target, offset }) => {
      const problem = isElsewhere(target) ? null : problemOf(tree, file, target)
      return problem === null ? [] : [{ file, line: lineAt(text, offset), problem }]
    })
  })
}

function isElsewhere(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
}

function problemOf(tree: Tree, file: string, target: string): string | null {
  if (target === '') return 'has a link without a target'
  const [before = '', anchor = ''] = target.split('#')
  const path = before === '' ? file : resolve(file, decodeURIComponent(before))
  if (tree.folders.has(path) || path === '.') {
    return anchor === '' ? null : `links to ${target}, but a folder has no headings`
  }
  if (!tree.has(path)) return `links to ${target}, but there is no such file`
  if (anchor === '') return null
  return offers(tree, path, decodeURIComponent(anchor))
    ? null
    : `links to ${target}, but there is no such heading`
}

/** A leading slash is the root of the repository, as on GitHub. */
function resolve(file: string, path: string): string {
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path)
  return posix.normalize(joined).replace(/(.)\/$/, '$1')
}

function offers(tree: Tree, path: string, anchor: string): boolean {
  if (path.endsWith('.md')) return anchorsOf(readPage(tree.read(path))).has(anchor)
  const [, from = 0, to = from] = /^L(\d+)(?:-L(\d+))?$/.exec(anchor) ?? []
  return Number(from) > 0 && Number(to) <= tree.read(path).split('\n').length
}
