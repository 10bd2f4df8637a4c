import { type Finding, lineAt, type Tree } from './tree.ts'

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/
const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides']

export function manifestsOf(tree: Tree): string[] {
  return tree.paths.filter((path) => /(?:^|\/)package\.json$/.test(path))
}

/** Dependencies without an exact version. */
export function looseVersions(tree: Tree): Finding[] {
  return manifestsOf(tree).flatMap((file) => {
    const text = tree.read(file)
    const manifest = JSON.parse(text) as Record<string, unknown>
    return LISTS.flatMap((list) => versionsIn(manifest[list]))
      .filter(({ version }) => !EXACT.test(version))
      .map(({ name, version }) => ({
        file,
        line: lineAt(text, Math.max(0, text.indexOf(`"${name}": "${version}"`))),
        problem: `asks for ${name} ${version}, not for one exact version`,
      }))
  })
}

/** Overrides may nest. */
function versionsIn(list: unknown): { name: string; version: string }[] {
  if (typeof list !== 'object' || list === null) return []
  return Object.entries(list).flatMap(([name, version]: [string, unknown]) =>
    typeof version === 'string' ? [{ name, version }] : versionsIn(version),
  )
}
