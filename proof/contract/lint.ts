import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, reasonFor } from './exceptions.ts'
import { run } from './tools.ts'

export interface Linted {
  /** What should not be. */
  problems: string[]
  /** How many findings stay, by the reason. */
  kept: Map<string, number>
}

/** What Redocly's strict rules and Spectral's, with those of OWASP, say of the document in `openapi.json`. */
export async function lint(folder: string, document: unknown): Promise<Linted> {
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n')
  await writeFile(
    join(folder, '.spectral.yaml'),
    'extends: ["spectral:oas", "@stoplight/spectral-owasp-ruleset"]\n',
  )
  const strict = await run(folder, ['redocly', 'lint', 'openapi.json', '--format', 'json'])
  const owasp = await run(folder, ['spectral', 'lint', 'openapi.json', '-f', 'json'])
  const findings = [...redoclyFindings(strict.out), ...spectralFindings(owasp.out)]
  const kept = new Map<string, number>()
  const problems: string[] = []
  for (const found of findings) {
    const finding = { ...found, node: nodeAt(document, found.path) }
    const why = reasonFor(finding)
    if (why === null) problems.push(`${finding.rule} at ${finding.path.join('/')}: ${finding.message}`)
    else kept.set(why, (kept.get(why) ?? 0) + 1)
  }
  return { problems, kept }
}

type Found = Omit<Finding, 'node'>

interface RedoclyProblem {
  ruleId: string
  message: string
  location: { pointer: string }[]
}

function redoclyFindings(out: string): Found[] {
  const { problems } = JSON.parse(out) as { problems: RedoclyProblem[] }
  return problems.map(({ ruleId, message, location: [at] }) => ({
    rule: ruleId,
    message,
    path: (at?.pointer ?? '#').split('/').slice(1).map(unescaped),
  }))
}

function spectralFindings(out: string): Found[] {
  const all = JSON.parse(out) as { code: string; message: string; path: (string | number)[] }[]
  return all.map(({ code, message, path }) => ({ rule: code, message, path: path.map(String) }))
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function nodeAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined),
    document,
  )
}
