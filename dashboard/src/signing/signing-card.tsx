import { type ReactNode, useEffect } from 'react'
import { Mark } from '../shell/mark.tsx'

interface SigningCardProps {
  title: string
  /** The title of the browser's window, if it is shorter. */
  name?: string
  /** Where else to go. */
  other: ReactNode
  children: ReactNode
}

/** A page for somebody who is not signed in. */
export function SigningCard({ title, name = title, other, children }: SigningCardProps) {
  useEffect(() => {
    document.title = `${name} · Vacancy`
  }, [name])
  return (
    <main className="signing">
      <div className="signing-card">
        <div className="brand">
          <Mark size={32} />
          Vacancy
        </div>
        <h1>{title}</h1>
        {children}
        <p className="signing-other">{other}</p>
      </div>
    </main>
  )
}
