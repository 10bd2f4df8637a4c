/** How a recorded answer and one of today are compared. */

/** Fields such as times and ids, which differ between two otherwise equal calls. */
const MOMENTS = new Set([
  'observed_at',
  'first_seen',
  'last_seen',
  'cache_age_sec',
  'request_id',
  'id',
  'created_at',
  'updated_at',
  'watch_id',
  'secret',
  'last_refresh_at',
  'next_refresh_at',
  'next_attempt_at',
  'next_run_at',
  'due_at',
  'ended_at',
  'job_id',
  'file',
  'receipt',
])

/** The two last columns of a file. */
const MOMENTS_OF_A_LINE = /,\d{4}-\d{2}-\d{2}T[\d:.]+Z,\d+$/gm

export function withoutMoments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoments)
  if (typeof value === 'string') return value.replaceAll(MOMENTS_OF_A_LINE, '')
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !MOMENTS.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutMoments(inner)]))
}

/**
 * Where two answers differ in their fields or in the types of these. Null stands for anything: whether it may be there is the
 * schema's to say. The entries of a list are taken together, because some fields are only in some of them.
 */
export function shapeProblems(before: unknown, now: unknown, path: string): string[] {
  if (before === null || now === null) return []
  if (Array.isArray(before) && Array.isArray(now)) {
    return before.length === 0 || now.length === 0
      ? []
      : shapeProblems(merged(before), merged(now), `${path}[]`)
  }
  if (isRecord(before) && isRecord(now)) {
    const names = new Set([...Object.keys(before), ...Object.keys(now)])
    return [...names].flatMap((name) => {
      if (!(name in before)) return [`${path}.${name} is new`]
      if (!(name in now)) return [`${path}.${name} is gone`]
      return shapeProblems(before[name], now[name], `${path}.${name}`)
    })
  }
  return kind(before) === kind(now) ? [] : [`${path} was ${kind(before)} and is ${kind(now)}`]
}

/** The same request so many days later. */
export function laterBy<T>(days: number, value: T): T {
  if (days === 0) return value
  const text = JSON.stringify(value).replaceAll(/"(\d{4}-\d{2}-\d{2})"/g, (_, date: string) => {
    const moved = new Date(Date.parse(date) + days * 86_400_000)
    return `"${moved.toISOString().slice(0, 10)}"`
  })
  return JSON.parse(text) as T
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kind(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/** One value with all that any entry has. */
function merged(entries: readonly unknown[]): unknown {
  const there = entries.filter((entry) => entry !== null && entry !== undefined)
  if (there.length > 0 && there.every((entry) => Array.isArray(entry))) return there.flat()
  if (there.length === 0 || !there.every(isRecord)) return there[0] ?? null
  const names = new Set(there.flatMap((entry) => Object.keys(entry)))
  return Object.fromEntries([...names].map((name) => [name, merged(there.map((entry) => entry[name]))]))
}
