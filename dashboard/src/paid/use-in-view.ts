import { type RefObject, useEffect, useRef } from 'react'

/** Brings the result of a new question into view, which may be below the edge of a phone. */
export function useInView(ask: string | undefined): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef(ask)
  useEffect(() => {
    if (ask === shown.current) return
    shown.current = ask
    if (ask !== undefined) ref.current?.scrollIntoView({ block: 'start' })
  }, [ask])
  return ref
}
