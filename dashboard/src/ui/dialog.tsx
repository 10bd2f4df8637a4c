import { type ReactNode, useEffect, useRef } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  /** For what is shown only once: neither Escape nor a click outside closes it. */
  byButtonOnly?: boolean
  children: ReactNode
}

/** The browser's modal dialog: it traps the focus, closes with Escape and restores the focus. */
export function Dialog({ title, onClose, byButtonOnly = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        if (byButtonOnly) event.preventDefault()
      }}
      onClose={() => {
        // Chromium lets a second Escape close any dialog.
        if (byButtonOnly) ref.current?.showModal()
        else onClose()
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}
