import { useRef } from 'react'
import { saveText } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface RecoveryCodesProps {
  title: string
  codes: string[]
  onClose: () => void
}

/** The codes exist only in the memory of this dialog. Closing it discards them. */
export function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const shown = useRef<HTMLElement>(null)
  const text = codes.join('\n')
  return (
    <Dialog title={title} onClose={onClose} byButtonOnly>
      <p>
        Keep these recovery codes somewhere safe, not on your phone. Each signs you in once, in place of a
        code. <strong>They are not shown again.</strong>
      </p>
      <pre className="recovery-codes" data-secret="">
        <code ref={shown}>{text}</code>
      </pre>
      <div className="dialog-actions">
        <Copy text={text} label="Copy codes" from={shown} />
        <Button onClick={() => saveText('vacancy-recovery-codes.txt', `${text}\n`, 'text/plain')}>
          Save
        </Button>
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  )
}
