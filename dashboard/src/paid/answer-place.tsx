import { type ReactNode, useEffect, useRef } from 'react'

interface AnswerPlaceProps {
  /** The id of the answer. */
  ask: string | undefined
  children: ReactNode
}

/** Brings the answer to a new question into view, which may be below the edge of a phone. */
export function AnswerPlace({ ask, children }: AnswerPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(ask)
  useEffect(() => {
    if (ask === shown.current) return
    shown.current = ask
    if (ask !== undefined) place.current?.scrollIntoView({ block: 'start' })
  }, [ask])
  return (
    <div className={ask === undefined ? 'bench-answer' : 'bench-answer asked'} ref={place}>
      {children}
    </div>
  )
}
