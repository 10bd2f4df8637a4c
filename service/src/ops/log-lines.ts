/**
 * A line of the log for somebody at a terminal:
 * `08:06:36 worker: the directory of a source is up to date · source ostello · hotels 4101`.
 */
export function lineFor(json: string): string {
  const { level, time, role, pid: _, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>
  const facts = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : `${name} ${textOf(value)}`,
  )
  const loud = level === 'info' ? '' : `${String(level).toUpperCase()} `
  const said = [...(msg === undefined ? [] : [textOf(msg)]), ...facts].join(' · ')
  return `${String(time).slice('2026-11-19T'.length, '2026-11-19T08:06:36'.length)} ${loud}${String(role)}: ${said}${stackOf(err)}\n`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: string; message?: string }
  return `\n${stack ?? message ?? JSON.stringify(err)}`
}
