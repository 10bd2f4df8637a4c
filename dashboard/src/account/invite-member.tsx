import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogClose, DialogEnd } from '../ui/dialog.tsx'
import { Field, Select, textOf } from '../ui/field.tsx'
import { ROLE_WORDS, ROLES } from './roles.ts'

interface Invited {
  email: string
  /** The link, if this server sends no mail. */
  path: string | null
}

export function InviteMember({ byMail, onClose }: { byMail: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const invite = useMutation({
    gcTime: 0,
    mutationFn: async (body: { email: string; role: string }) =>
      (await call<Invited>('/invitations', { method: 'POST', body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members'] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    invite.mutate({ email: textOf(event, 'email'), role: textOf(event, 'role') })
  }
  if (invite.data) return <Sent invited={invite.data} onClose={onClose} />
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          required
          maxLength={254}
          hint={
            byMail ? 'They get a link that is good for 7 days.' : 'You get a link for them, good for 7 days.'
          }
        />
        <Select label="Role" name="role" defaultValue="member">
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_WORDS[role].name}
            </option>
          ))}
        </Select>
        <DialogEnd action="Invite" send={invite} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function Sent({ invited: { email, path }, onClose }: { invited: Invited; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null)
  const link = path === null ? null : location.origin + path
  return (
    <Dialog title={`${email} is invited`} onClose={onClose} byButtonOnly={link !== null}>
      {link === null ? (
        <p>A mail with a link is being sent.</p>
      ) : (
        <>
          <p>
            Send them this link. <strong>It is not shown again.</strong> Anyone who has it can join in their
            name.
          </p>
          <div className="secret">
            <code ref={shown} data-secret="">
              {link}
            </code>
            <Copy text={link} label="Copy link" from={shown} />
          </div>
        </>
      )}
      <DialogClose words="Done" onClose={onClose} />
    </Dialog>
  )
}
