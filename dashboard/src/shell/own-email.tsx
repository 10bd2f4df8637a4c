import { useState } from 'react'
import { useMail } from '../api/own-queries.ts'
import { ChangeEmail } from '../signing/change-email.tsx'

/** The address that somebody signed in with. Where the server sends mails, it can be changed. */
export function OwnEmail({ email }: { email: string }) {
  const hasMail = useMail().data?.available ?? false
  const [changing, setChanging] = useState(false)
  if (!hasMail) {
    return (
      <span className="who-email" title={email}>
        {email}
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className="who-email"
        title={`${email}: change it`}
        onClick={() => setChanging(true)}
      >
        {email}
      </button>
      {changing && <ChangeEmail onClose={() => setChanging(false)} />}
    </>
  )
}
