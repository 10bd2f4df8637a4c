import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Copy } from '../ui/copy.tsx'
import type { Language } from './snippets.ts'

interface Download {
  language: string
  guide: string
  install: string
}

const useDownloads = () =>
  useQuery({
    queryKey: ['downloads'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const answer = await fetch('/downloads/', { headers: { accept: 'application/json' } })
      return ((await answer.json()) as { packages: Download[] }).packages
    },
  })

/** What to do with the code once the client is installed. */
const RUN: Readonly<Partial<Record<Language, string>>> = {
  typescript: 'Save the code as call.mjs, and run it with node call.mjs.',
  python: 'Save the code as call.py, and run it with python3 call.py.',
  cli: 'Then paste the code into the same terminal.',
}

interface InstallLineProps {
  language: Language
  /** For code that is part of a program, and not run alone. */
  isLibrary?: boolean
}

/** How the reader gets the client of this server. Nothing for what needs no client. */
export function InstallLine({ language, isLibrary = false }: InstallLineProps) {
  const shown = useRef<HTMLElement>(null)
  const found = useDownloads().data?.find((one) => one.language === language)
  if (!found) return null
  return (
    <div className="install-line">
      <p className="hint">
        Install the client once. {!isLibrary && RUN[language]} <a href={found.guide}>Guide</a>
      </p>
      <div className="install-text">
        <code ref={shown}>{found.install}</code>
        <Copy text={found.install} label="Copy install line" from={shown} />
      </div>
    </div>
  )
}
