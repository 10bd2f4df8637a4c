import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { FaultNote } from './feedback.tsx'

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
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      // The browser restores the focus after Escape, but not when the element goes: a keyboard would begin at the top again.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
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

interface DialogCloseProps {
  words?: string
  onClose: () => void
}

/** The end of a dialog that only tells something. */
export function DialogClose({ words = 'Close', onClose }: DialogCloseProps) {
  return (
    <div className="dialog-actions">
      <Button look="primary" onClick={onClose}>
        {words}
      </Button>
    </div>
  )
}

interface DialogEndProps {
  /** The words on the button. */
  action: string
  send: { error: unknown; isPending: boolean }
  disabled?: boolean
  onClose: () => void
}

/** The end of a form in a dialog: why it failed, and the buttons. */
export function DialogEnd({ action, send, disabled, onClose }: DialogEndProps) {
  return (
    <>
      {Boolean(send.error) && <FaultNote error={send.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={send.isPending} disabled={disabled}>
          {action}
        </Button>
      </div>
    </>
  )
}

interface ConfirmDialogProps {
  title: string
  /** The words on the two buttons. */
  keep: string
  action: string
  send: { error: unknown; isPending: boolean }
  onConfirm: () => void
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before something ends. */
export function ConfirmDialog({
  title,
  keep,
  action,
  send,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {Boolean(send.error) && <FaultNote error={send.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{keep}</Button>
        <Button look="danger" busy={send.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
