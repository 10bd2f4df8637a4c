import { useRef, useState } from 'react'
import { Copy } from '../ui/copy.tsx'
import { Segments } from '../ui/field.tsx'
import { InstallLine } from './install-line.tsx'
import { type CodeCall, codeOf, LANGUAGES, type Language } from './snippets.ts'

const CHOSEN = 'vacancy.language'

/** The language that was chosen last, on every page. */
function useLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(
    () => LANGUAGES.find(({ value }) => value === localStorage.getItem(CHOSEN))?.value ?? 'curl',
  )
  const choose = (chosen: Language) => {
    localStorage.setItem(CHOSEN, chosen)
    setLanguage(chosen)
  }
  return [language, choose]
}

/** A call as code to copy, in the language of the reader. */
export function CodeCard({ call, isPlain = false }: { call: CodeCall; isPlain?: boolean }) {
  const [chosen, setLanguage] = useLanguage()
  const shown = useRef<HTMLElement>(null)
  const options = LANGUAGES.filter(({ value }) => codeOf(value, call) !== null)
  const language = options.some(({ value }) => value === chosen) ? chosen : 'curl'
  const text = codeOf(language, call) ?? ''
  return (
    <section className={isPlain ? 'code-card' : 'card code-card'} aria-label="The request as code">
      <div className="card-head">
        <Segments label="Language" value={language} options={options} onChoose={setLanguage} />
        <Copy text={text} from={shown} />
      </div>
      <InstallLine language={language} />
      <pre tabIndex={0} aria-label={`The request in ${language}`}>
        <code ref={shown}>{text}</code>
      </pre>
    </section>
  )
}
