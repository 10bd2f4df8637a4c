import { type ReactNode, startTransition, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { formatWhole } from './format.ts'

/** Rows in the page at once: a table of a thousand keeps a slow processor busy for a second. */
export const ROWS_AT_ONCE = 50

/** A list that is read in parts. */
export interface PagedSource {
  /** Whether the server has more rows. */
  isCut: boolean
  /** The most rows that are read. */
  most: number
  busy: boolean
  onMore: (most: number) => void
  /** Where to find the rest. */
  others: string
}

interface PagedProps<T> {
  rows: readonly T[]
  atOnce?: number
  source?: PagedSource
  children: (shown: readonly T[]) => ReactNode
}

/** A long list in pages. What comes after the rows that are read is read when it is asked for. */
export function Paged<T>({ rows, atOnce = ROWS_AT_ONCE, children, source }: PagedProps<T>) {
  const ref = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(rows.length / atOnce) - 1)
  const here = Math.min(page, last)
  const from = here * atOnce
  const shown = rows.slice(from, from + atOnce)
  const isCut = source?.isCut ?? false
  const canRead = isCut && rows.length < (source?.most ?? 0)
  const go = (to: number) => {
    // In pieces, so that the page answers meanwhile.
    startTransition(() => {
      setPage(to)
      if (to > last && source) source.onMore(Math.min(rows.length * 4, source.most))
    })
    ref.current?.scrollIntoView({ block: 'start' })
  }
  const whole = `${isCut ? 'more than ' : ''}${formatWhole(rows.length)}`
  return (
    <div className="paged" ref={ref}>
      {children(shown)}
      {(last > 0 || isCut) && (
        <div className="more">
          <p className="hint" role="status">
            {formatWhole(from + 1)}–{formatWhole(from + shown.length)} of {whole}
            {isCut && !canRead && `. ${source?.others}`}
          </p>
          <Button disabled={here === 0} onClick={() => go(here - 1)}>
            Previous
          </Button>
          <Button
            busy={page > last && (source?.busy ?? false)}
            disabled={here === last && !canRead}
            onClick={() => go(here + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  )
}
