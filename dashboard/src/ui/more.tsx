import { Button } from './button.tsx'
import { formatWhole } from './format.ts'

interface MoreProps {
  /** What the rows are: `jobs`. */
  of: string
  /** Is there more than is shown? */
  isCut: boolean
  shown: number
  most: number
  busy?: boolean
  onMore: (shown: number) => void
  /** Where the others are, when as many are shown as can be. */
  others: string
}

/** The end of a list that is not the end: says what is shown, and shows more of it. */
export function More({ of, isCut, shown, most, busy = false, onMore, others }: MoreProps) {
  if (!isCut) return null
  return (
    <div className="more">
      <p className="hint">
        The newest {formatWhole(shown)} are shown.{shown >= most && ` ${others}`}
      </p>
      {shown < most && (
        <Button busy={busy} onClick={() => onMore(Math.min(shown * 4, most))}>
          More {of}
        </Button>
      )}
    </div>
  )
}
