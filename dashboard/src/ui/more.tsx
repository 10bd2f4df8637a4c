import { Button } from './button.tsx'
import { formatWhole } from './format.ts'

interface MoreProps {
  /** What the rows are, such as `jobs`. */
  of: string
  /** Whether there are more rows. */
  isCut: boolean
  shown: number
  most: number
  busy?: boolean
  onMore: (shown: number) => void
  /** Where to find the rest, when the page shows its maximum. */
  others: string
}

/** Below a list that was cut off: says how much is shown, and loads more. */
export function More({ of, isCut, shown, most, busy = false, onMore, others }: MoreProps) {
  if (!isCut) return null
  return (
    <div className="more">
      <p className="hint">
        Showing the newest {formatWhole(shown)}.{shown >= most && ` ${others}`}
      </p>
      {shown < most && (
        <Button busy={busy} onClick={() => onMore(Math.min(shown * 4, most))}>
          Show more {of}
        </Button>
      )}
    </div>
  )
}
