import { isCode } from './imports.ts'
import { readPage } from './markdown.ts'
import type { Finding, Tree } from './tree.ts'

interface Mark {
  /** Written so that no pattern matches itself, because this file is checked too. */
  pattern: RegExp
  where(path: string): boolean
  problem: string
  /** Whether a page may name it in backticks, to forbid it. */
  speakable?: boolean
}

const isLock = (path: string) => /(?:^|\/)package-lock\.json$/.test(path)
const isTest = (path: string) => isCode(path) && /(?:^|\/)(?:test|tidy)\/|\.test\./.test(path)
const isText = (path: string) =>
  isCode(path) ||
  /\.(?:md|json|sql|ya?ml|html|css|sh|txt|toml|xml|svg|csv)$|(?:^|\/)[^/.]+$|(?:^|\/)\.[^/]+$/.test(path)

/** A process takes the time from the database, so that all agree. Commands, the doctor, ids and the welcome need no agreement. */
const OWN_CLOCK = /^service\/src\/(?:admin\/|doctor\/|serve\.ts|kernel\/ids\.ts)/

const MARKS: readonly Mark[] = [
  {
    // Quoted and alone, three X are ISO 4217's code for "no currency".
    pattern: /\b(?:TO[D]O|FIX[M]E|HA[C]K)\b|(?<!['"])\bX[X]X\b|\bX[X]X\b(?!['"])/,
    where: (path) => isText(path) && !isLock(path),
    problem: 'leaves a mark for later',
    speakable: true,
  },
  {
    pattern: /\.(?:only|skip|to[d]o)\b(?=\s*[(.`])|\b(?:only|skip|to[d]o):\s*true\b/,
    where: isTest,
    problem: 'runs only a part of the tests',
  },
  {
    pattern: /\bDate\.no[w]\b(?!`)/,
    where: (path) => path.startsWith('service/src/') && isCode(path) && !OWN_CLOCK.test(path),
    problem: "reads this machine's clock instead of the database's",
  },
  { pattern: /\bconsole\.lo[g]\b/, where: isCode, problem: 'prints past the log' },
  { pattern: /@ts-(?:ignor[e]|expect-erro[r]|nochec[k])\b/, where: isCode, problem: 'silences the compiler' },
  {
    pattern:
      /\b(?:eslint|oxlint|tslint|stylelint)-disabl[e]|\b(?:biome|prettier|v8|c8|istanbul)[- ]ignor[e]\b/,
    where: isCode,
    problem: 'silences a check',
  },
  {
    pattern:
      /\/\/[^/\s"'`]*(?:registr[y]|artifactor[y]|verdacci[o]|nexu[s])|\bregistry\.(?:npmj[s]|yarnpk[g]|npmmirro[r])\b|^\s*(?:@[\w-]+:)?registr[y]\s*=/,
    where: isText,
    problem: 'names the host of a package registry',
  },
  { pattern: /"resolved":\s*"[^"]*:/, where: isLock, problem: 'has the address that a package came from' },
  {
    pattern: /(?:(?<![\w.@/}-])|file:\/\/)\/(?:wor[k]|hom[e]|User[s])\/|\b[A-Z]:\\{1,2}User[s]\\/,
    where: isText,
    problem: "has a path of one developer's machine",
  },
]

/** Leftovers: marks, silenced checks, and addresses and paths of a developer's machine. */
export function leftoverMarks(tree: Tree): Finding[] {
  return tree.paths.flatMap((file) => {
    const text = tree.read(file)
    return MARKS.filter(({ where }) => where(file)).flatMap(({ pattern, problem, speakable }) => {
      const read = speakable && file.endsWith('.md') ? readPage(text).prose : text
      return read.split('\n').flatMap((words, index) => {
        if (!pattern.test(words)) return []
        return [{ file, line: index + 1, problem: `${problem}: ${words.trim().slice(0, 80)}` }]
      })
    })
  })
}
