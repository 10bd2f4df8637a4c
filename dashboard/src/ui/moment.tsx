import { formatAgo, formatMoment } from './format.ts'

/** How long ago; the exact moment on hover and for machines. */
export function Moment({ at, never = 'never' }: { at: string | null; never?: string }) {
  if (at === null) return <span className="faint">{never}</span>
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  )
}
