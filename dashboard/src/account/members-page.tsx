import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, type Member, useMembers } from '../api/account-queries.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/own-queries.ts'
import type { Role } from '../api/own-shapes.ts'
import { useFactors } from '../api/signing-queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote, Loaded, Settled } from '../ui/feedback.tsx'
import { Found } from '../ui/found.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { InviteMember } from './invite-member.tsx'
import { RequireFactor } from './require-factor.tsx'
import { ROLE_WORDS, ROLES } from './roles.ts'

/** The people of the account. Owners invite, change and remove them. */
export function MembersPage() {
  const query = useMembers()
  const factors = useFactors()
  const isOwner = useSession().data?.role === 'owner'
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title="Members"
      about="People who sign in to this account. All share its credits, keys and watches."
      actions={
        isOwner && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      <Settled of={[query, factors]} lines={8}>
        <Loaded query={query}>
          {({ members, invitations, limit, by_mail }) => (
            <>
              <Card
                flush
                title="Members"
                aside={<span className="faint">{`${members.length} of ${limit}`}</span>}
              >
                <Found
                  rows={members}
                  of="member"
                  label="E-mail"
                  textOf={({ email }) => email}
                  orders={ORDERS}
                >
                  {(found) => <MemberTable members={found} isOwner={isOwner} />}
                </Found>
              </Card>
              {invitations.length > 0 && (
                <Card flush title="Invited">
                  <InvitationTable invitations={invitations} isOwner={isOwner} />
                </Card>
              )}
              {!isOwner && <p className="note">Only owners can invite people or change their roles.</p>}
              {inviting && <InviteMember byMail={by_mail} onClose={() => setInviting(false)} />}
            </>
          )}
        </Loaded>
        <RequireFactor isOwner={isOwner} />
        <Card title="Roles">
          <dl className="roles">
            {ROLES.map((role) => (
              <div key={role}>
                <dt>{ROLE_WORDS[role].name}</dt>
                <dd>{ROLE_WORDS[role].may}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </Settled>
    </Page>
  )
}

const ORDERS = {
  'Longest here first': null,
  'E-mail': (a: Member, b: Member) => a.email.localeCompare(b.email),
  Role: (a: Member, b: Member) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
}

/** Calls that change the people, and load the list again. */
function useChange<T>(change: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members'] }),
  })
}

function MemberTable({ members, isOwner }: { members: readonly Member[]; isOwner: boolean }) {
  const change = useChange(({ id, role }: { id: string; role: Role }) =>
    call(`/members/${id}`, { method: 'PATCH', body: { role } }),
  )
  const [leaving, setLeaving] = useState<Member | null>(null)
  return (
    <>
      {change.error && <FaultNote error={change.error} />}
      <Table label="Members">
        <Heads of={['E-mail', 'Role', 'Second factor', 'Since', { unseen: 'Actions' }]} />
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.email}
                {member.you && <span className="under">you</span>}
              </th>
              <td>
                {isOwner ? (
                  <select
                    aria-label={`Role of ${member.email}`}
                    value={member.role}
                    disabled={change.isPending}
                    onChange={(event) => change.mutate({ id: member.id, role: event.target.value as Role })}
                  >
                    {ROLES.map((role) => (
                      <option key={role} value={role}>
                        {ROLE_WORDS[role].name}
                      </option>
                    ))}
                  </select>
                ) : (
                  ROLE_WORDS[member.role].name
                )}
              </td>
              <td>{member.second_factor ? 'set up' : <span className="faint">none</span>}</td>
              <td>
                <Moment at={member.created_at} />
              </td>
              <td className="row-actions">
                {isOwner && !member.you && (
                  <Button
                    className="small"
                    look="quiet"
                    aria-label={`Remove ${member.email}`}
                    onClick={() => setLeaving(member)}
                  >
                    Remove
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {leaving && <RemoveMember member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useChange(async () => {
    await call(`/members/${member.id}`, { method: 'DELETE' })
    onClose()
  })
  return (
    <ConfirmDialog
      title={`Remove ${member.email}?`}
      keep="Keep"
      action="Remove"
      send={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>They are signed out at once. Keys, jobs and watches belong to the account and stay.</p>
      <p className="hint">They may know API keys of the account: revoke those if they should not.</p>
    </ConfirmDialog>
  )
}

function InvitationTable({ invitations, isOwner }: { invitations: Invitation[]; isOwner: boolean }) {
  const withdraw = useChange((id: string) => call(`/invitations/${id}`, { method: 'DELETE' }))
  return (
    <>
      {withdraw.error && <FaultNote error={withdraw.error} />}
      <Table label="Invitations">
        <Heads of={['E-mail', 'Role', 'Expires', { unseen: 'Actions' }]} />
        <tbody>
          {invitations.map(({ id, email, role, expires_at }) => (
            <tr key={id}>
              <th scope="row">{email}</th>
              <td>{ROLE_WORDS[role].name}</td>
              <td>
                <Moment at={expires_at} />
              </td>
              <td className="row-actions">
                {isOwner && (
                  <Button
                    className="small"
                    look="quiet"
                    aria-label={`Withdraw the invitation of ${email}`}
                    onClick={() => withdraw.mutate(id)}
                  >
                    Withdraw
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
