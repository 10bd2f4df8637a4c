import { type RefObject, useEffect, useState } from 'react'
import { Button } from './button.tsx'

interface CopyProps {
  text: string
  label?: string
  /** Where the text stands, for a browser that does not let a page copy. */
  from: RefObject<HTMLElement | null>
}

/**
 * Copies a text, and says that it did to those who see and to those who listen. Browsers allow it only over https or on the same
 * machine: elsewhere the text is selected, and the rest is left to the reader.
 */
export function Copy({ text, label = 'Copy', from }: CopyProps) {
  const [came, setCame] = useState<'copied' | 'selected' | null>(null)
  useEffect(() => {
    if (came !== 'copied') return
    const timer = setTimeout(() => setCame(null), 2000)
    return () => clearTimeout(timer)
  }, [came])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCame('copied')
    } catch {
      if (from.current) getSelection()?.selectAllChildren(from.current)
      setCame('selected')
    }
  }
  return (
    <span className="copy">
      <Button className="small" icon={came === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        <span aria-live="polite">{came === 'copied' ? 'Copied' : label}</span>
      </Button>
      <span className="hint" role="status">
        {came === 'selected' && 'It is selected: copy it by hand'}
      </span>
    </span>
  )
}
