import type { Import } from './imports.ts'
import type { Finding } from './tree.ts'

/** Files that import each other in a circle, for types too: none of them can be read without all others. One finding per circle. */
export function circles(imports: readonly Import[]): Finding[] {
  const arrows = new Map(
    [...Map.groupBy(imports, ({ file }) => file)].map(([file, own]) => [file, own.toSorted(byLine)]),
  )
  const findings: Finding[] = []
  const done = new Set<string>()
  const path: string[] = []

  function follow(file: string): void {
    if (done.has(file)) return
    path.push(file)
    for (const { target, line } of arrows.get(file) ?? []) {
      if (target === null) continue
      const from = path.indexOf(target)
      if (from === -1) follow(target)
      else
        findings.push({
          file,
          line,
          problem: `closes a circle: ${[...path.slice(from), target].join(' → ')}`,
        })
    }
    path.pop()
    done.add(file)
  }

  for (const file of arrows.keys()) follow(file)
  return findings
}

function byLine(a: Import, b: Import): number {
  return a.line - b.line
}
