import { Field } from './field.tsx'

interface TimeRangeProps {
  /** ISO times; empty if not set. */
  from: string
  to: string
  onChange: (changed: { from?: string | undefined; to?: string | undefined }) => void
}

/** The fields of a filter by time, in the reader's time zone. */
export function TimeRange({ from, to, onChange }: TimeRangeProps) {
  return (
    <>
      <Field
        label="From"
        type="datetime-local"
        value={localOf(from)}
        onChange={(event) => onChange({ from: isoOf(event.target.value) })}
      />
      <Field
        label="Until"
        type="datetime-local"
        value={localOf(to)}
        onChange={(event) => onChange({ to: isoOf(event.target.value) })}
      />
    </>
  )
}

function isoOf(local: string): string | undefined {
  const ms = Date.parse(local)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

function localOf(iso: string): string {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) return ''
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
