import { type RefObject, useEffect, useRef, useState } from 'react'

/** The current width of an element, so that charts fit it without scaling their text. */
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
