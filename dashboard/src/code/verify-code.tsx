import { useRef, useState } from 'react'
import { Copy } from '../ui/copy.tsx'
import { Segments } from '../ui/field.tsx'
import { InstallLine } from './install-line.tsx'
import { VERIFY_CODE, VERIFY_LANGUAGES, type VerifyLanguage } from './verify-snippets.ts'

/** Code that checks the signature, in the language of the reader. */
export function VerifyCode() {
  const [language, setLanguage] = useState<VerifyLanguage>('typescript')
  const shown = useRef<HTMLElement>(null)
  const text = VERIFY_CODE[language]
  return (
    <section className="verify-code" aria-label="Code to verify a webhook">
      <div className="card-head">
        <Segments label="Language" value={language} options={VERIFY_LANGUAGES} onChoose={setLanguage} />
        <Copy text={text} label="Copy code" from={shown} />
      </div>
      {(language === 'typescript' || language === 'python') && <InstallLine language={language} isLibrary />}
      <pre className="kept" tabIndex={0} aria-label={`Code in ${language}`}>
        <code ref={shown}>{text}</code>
      </pre>
      <p className="hint">
        It reads the secret from WEBHOOK_SECRET. <a href="/docs/guides/webhooks">Guide</a>
      </p>
    </section>
  )
}
