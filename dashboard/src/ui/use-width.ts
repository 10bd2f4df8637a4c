import { type RefObject, useEffect, useRef, useState } from 'react'

/** How wide an element is now, so that a chart can be drawn to measure and its letters keep their size. */
export function useWidth<T extends HTMLElement>(fallback: number): [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(fallback)
  useEffect(() => {
    if (!ref.current) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [])
  return [ref, width]
}
