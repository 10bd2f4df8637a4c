import { formatAgo, formatMoment } from './format.ts'

/** Relative time, with the exact time on hover. */
export function Moment({ at, never = 'never' }: { at: string | null; never?: string }) {
  if (at === null) return <span className="faint">{never}</span>
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  )
}
