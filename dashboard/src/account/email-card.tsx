import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '../api/own-shapes.ts'
import { ChangeEmail } from '../signing/change-email.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { ROLE_WORDS } from './roles.ts'

interface EmailCardProps {
  email: string
  role: Role
  hasMail: boolean
  hasPassword: boolean
  isProved: boolean
}

export function EmailCard({ email, role, hasMail, hasPassword, isProved }: EmailCardProps) {
  const [changing, setChanging] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const canChange = hasMail && hasPassword
  return (
    <Card title="You">
      <dl className="facts">
        <div>
          <dt>E-mail</dt>
          <dd className="long">{email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{ROLE_WORDS[role].name}</dd>
        </div>
      </dl>
      <p className="hint">{ROLE_WORDS[role].may}</p>
      {canChange && !isProved && (
        <p className="hint">
          Your address is not confirmed yet. Until it is, a new password by mail also ends your keys, agents
          and shared links.
        </p>
      )}
      <div className="form-foot">
        {canChange && !isProved && <Button onClick={() => setConfirming(true)}>Confirm e-mail</Button>}
        {canChange && <Button onClick={() => setChanging(true)}>Change e-mail</Button>}
        {!hasMail && (
          <span className="hint">This server sends no mail, so your address cannot be changed here.</span>
        )}
        <Link to="/members">Members of the account</Link>
      </div>
      {confirming && <ChangeEmail confirm={email} onClose={() => setConfirming(false)} />}
      {changing && <ChangeEmail onClose={() => setChanging(false)} />}
    </Card>
  )
}
