const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (agent: string, names: readonly [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser as people call it. What it calls itself otherwise. */
export function browserOf(agent: string | null): string {
  if (agent === null) return 'Unknown browser'
  const browser = nameIn(agent, BROWSERS)
  const system = nameIn(agent, SYSTEMS)
  if (browser === undefined) return agent.slice(0, 40)
  return system === undefined ? browser : `${browser} on ${system}`
}
