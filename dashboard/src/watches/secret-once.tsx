import { type ReactNode, useRef } from 'react'
import { VerifyCode } from '../code/verify-code.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'

interface SecretOnceProps {
  title: string
  secret: string
  onClose: () => void
  children?: ReactNode
}

/** The secret exists only in the memory of this dialog. Closing it discards the secret. */
export function SecretOnce({ title, secret, onClose, children }: SecretOnceProps) {
  const shown = useRef<HTMLElement>(null)
  return (
    <Dialog title={title} onClose={onClose} byButtonOnly>
      <p>
        This secret signs the webhooks. <strong>It will not be shown again.</strong>
      </p>
      <div className="secret">
        <code ref={shown} data-secret="">
          {secret}
        </code>
        <Copy text={secret} label="Copy secret" from={shown} />
      </div>
      {children}
      <details className="more-fields" open>
        <summary>Code that verifies the signature</summary>
        <VerifyCode />
      </details>
      <DialogClose words="I have copied it" onClose={onClose} />
    </Dialog>
  )
}
