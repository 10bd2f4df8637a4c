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
}

export function EmailCard({ email, role, hasMail, hasPassword }: EmailCardProps) {
  const [changing, setChanging] = useState(false)
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
      <div className="form-foot">
        {hasMail && hasPassword && <Button onClick={() => setChanging(true)}>Change e-mail</Button>}
        {!hasMail && (
          <span className="hint">This server sends no mail, so your address cannot be changed here.</span>
        )}
        <Link to="/members">Members of the account</Link>
      </div>
      {changing && <ChangeEmail onClose={() => setChanging(false)} />}
    </Card>
  )
}
