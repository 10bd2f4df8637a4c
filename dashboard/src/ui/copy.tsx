import { type RefObject, useEffect, useState } from 'react'
import { Button } from './button.tsx'

interface CopyProps {
  text: string
  label?: string
  /** The element with the text, for browsers that do not allow copying. */
  from: RefObject<HTMLElement | null>
}

/**
 * Copies a text and confirms it, also to screen readers. Browsers allow this only over https or on localhost; elsewhere the text is
 * selected for the user to copy.
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
        {came === 'selected' && 'Press Ctrl+C to copy the selected text'}
      </span>
    </span>
  )
}
