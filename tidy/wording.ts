import { isCode } from './imports.ts'
import type { Finding, Tree } from './tree.ts'

/** Phrases that readers stumbled over, and what to write instead. */
const PHRASES: readonly [RegExp, string][] = [
  [/\banew\b/i, '"again", or "resets on" for a period'],
  [/\bfor ever\b/i, '"forever", or say how long'],
  [/(?<=(?:credits?|points|nights|\}|\b[A-Z]{3}) )in all\b/, '"total"'],
  [/\bwho(?:m|so)?ever\b/i, 'the person or program that is meant'],
  [/\banybody\b/i, '"public" for rates, "anyone" otherwise'],
  [/\bnobody (?:knows|undercuts|is told)\b/i, 'a plain statement: "This place is unknown."'],
  [/\bsuch a place\b/i, '"this place"'],
  [/\bmend(?:s|ed)?\b/i, '"correct" or "fix"'],
  [/\bunder way\b/i, '"running"'],
  [/\bset(?:s)? aside\b/i, '"reserved"'],
  [/\bthe store (?:has|holds|knows|does)\b/i, '"the cache", or "cached"'],
  [/\bunless you say otherwise\b/i, '"by default"'],
  [/\bcan be had\b/i, '"available"'],
  [/\bon its way\b/i, '"being sent"'],
  [/\bdoes not belong into\b/i, '"must not be in"'],
  [/\b(?:is|are) silent\b/i, '"omits it"'],
  [/\bfor the very\b/i, 'what exactly is meant'],
  [/\bdone its part\b/i, 'what happens next'],
  [/\bis no body\b/i, '"counts as none"'],
]

const TEXTS =
  /^(?:docs\/.*\.md|(?:README|CONTRIBUTING|CHANGELOG|SECURITY)\.md|(?:sandbox|client|client-python)\/README\.md|(?:service|sandbox|dashboard|client)\/(?:src|scripts)\/.*|(?:bench|proof|ops)\/.*|dashboard\/[^/]+)$/
const GENERATED = /^client\/src\/generated\//

/** Files that people read, or whose texts they see. */
export function textsOf(tree: Tree): string[] {
  return tree.paths.filter(
    (path) => TEXTS.test(path) && !GENERATED.test(path) && (isCode(path) || /\.(?:md|css|html)$/.test(path)),
  )
}

export function oddPhrases(tree: Tree): Finding[] {
  return textsOf(tree).flatMap((file) =>
    tree
      .read(file)
      .split('\n')
      .flatMap((line, index) =>
        PHRASES.flatMap(([pattern, better]) => {
          const found = pattern.exec(line)?.[0]
          return found === undefined
            ? []
            : [{ file, line: index + 1, problem: `says "${found}"; write ${better}` }]
        }),
      ),
  )
}
