import { useEffect } from 'react'
import { SecurityCard } from '../account/security-card.tsx'
import { SignOut } from './sign-out.tsx'

/** All that somebody sees whose account requires a second factor that they do not have yet. */
export function Enrol() {
  useEffect(() => {
    document.title = 'Second factor · Vacancy'
  }, [])
  return (
    <main className="alone enrol">
      <div className="enrol-head">
        <h1>One thing first</h1>
        <SignOut />
      </div>
      <p>Your account requires a second factor. Set one up, and you can go on.</p>
      <SecurityCard />
    </main>
  )
}
