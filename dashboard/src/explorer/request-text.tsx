import { useRef, useState } from 'react'
import { Copy } from '../ui/copy.tsx'
import { Segments } from '../ui/field.tsx'
import { curlOf, typescriptOf } from './snippets.ts'

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
] as const

/** The request of the form as code to copy. */
export function RequestText({ path, body }: { path: string; body: Record<string, unknown> }) {
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]['value']>('curl')
  const shown = useRef<HTMLElement>(null)
  const write = language === 'curl' ? curlOf : typescriptOf
  const text = write(location.origin, path, body)
  return (
    <section className="card code-card" aria-label="The request as code">
      <div className="card-head">
        <Segments label="Language" value={language} options={LANGUAGES} onChoose={setLanguage} />
        <Copy text={text} from={shown} />
      </div>
      <pre tabIndex={0} aria-label={`The request in ${language}`}>
        <code ref={shown}>{text}</code>
      </pre>
    </section>
  )
}
