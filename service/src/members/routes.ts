import { Type } from 'typebox'
import { personOf } from '../accounts/acts.ts'
import { countTry } from '../accounts/throttle.ts'
import type { Pool } from '../db/pool.ts'
import type { CountFreeWrite } from '../edge/free-writes.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Mailer } from '../mail/mailer.ts'
import { deliver } from '../mail/person-mail.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import { refuseCommonPassword } from '../sessions/guessable-passwords.ts'
import { networkOf } from '../sessions/network.ts'
import { memberRoute, type OwnRoute, openRoute } from '../sessions/own-route.ts'
import { hashPassword, PASSWORD_LENGTH } from '../sessions/password.ts'
import { ROLES } from '../sessions/roles.ts'
import type { Sessions, SignedInMember } from '../sessions/sessions.ts'
import {
  accept,
  type InvitationRow,
  invite,
  listInvitations,
  readInvitation,
  withdraw,
} from './invitations.ts'
import { type ChangedBy, changeRole, listMembers, type MemberRow, removeMember } from './store.ts'

export interface MembersDeps {
  pool: Pool
  countFreeWrite: CountFreeWrite
  sessions: Sessions
  /** Null if this server sends no mail: links are shown instead. */
  mailer: Mailer | null
  publicUrl: string
  unasked: UnaskedMail
  log: { error(detail: object, message: string): void }
}

const closed = { additionalProperties: false } as const
const RoleField = Type.Enum([...ROLES])
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Token = Type.String({ minLength: 1, maxLength: 200 })
const Invitation = Type.Object(
  { email: Type.String({ format: 'email', maxLength: LIMITS.emailLength }), role: RoleField },
  closed,
)
const Joining = Type.Object(
  {
    token: Token,
    password: Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most }),
  },
  closed,
)

/** The people of an account, and how new ones come in. */
export function membersRoutes(deps: MembersDeps): OwnRoute[] {
  return [...people(deps), ...inviting(deps), ...joining(deps)]
}

function people({ pool, countFreeWrite, mailer }: MembersDeps): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/members' }, async (_asked, { account, userId }) => {
      const [members, invitations] = await Promise.all([
        listMembers(pool, account.no),
        listInvitations(pool, account.no),
      ])
      return {
        body: {
          members: members.map((member) => memberView(member, userId)),
          invitations,
          limit: LIMITS.members,
          by_mail: mailer !== null,
        },
      }
    }),
    memberRoute(
      {
        method: 'PATCH',
        path: '/members/{id}',
        params: Id,
        body: Type.Object({ role: RoleField }, closed),
        needs: 'owner',
      },
      async ({ params, body }, member) => {
        await countFreeWrite(member.account.no)
        await changeRole(pool, changedBy(member), params.id, body.role)
        return { body: {} }
      },
    ),
    memberRoute(
      { method: 'DELETE', path: '/members/{id}', params: Id, needs: 'owner' },
      async ({ params }, member) => {
        await removeMember(pool, changedBy(member), params.id)
        return { body: {} }
      },
    ),
  ]
}

function changedBy({ account, email }: SignedInMember): ChangedBy {
  return { account: account.no, by: personOf(email) }
}

function memberView({ id, email, role, created_at, seen_at, second_factor }: MemberRow, userId: string) {
  return { id, email, role, created_at, seen_at, second_factor, you: id === userId }
}

function inviting(deps: MembersDeps): OwnRoute[] {
  const { pool, mailer, unasked } = deps
  return [
    memberRoute(
      { method: 'POST', path: '/invitations', body: Invitation, needs: 'owner' },
      async ({ body }, member) => {
        await countTry(pool, 'invitationsOfAccount', member.account.id)
        const email = body.email.toLowerCase()
        if (mailer) await unasked.count(pool, email)
        const { token, isTaken, ...invited } = await invite(pool, changedBy(member), email, body.role)
        const path = `/join?token=${token}`
        if (mailer) {
          const url = isTaken ? null : deps.publicUrl + path
          void deliver({ ...deps, mailer }, invitationMail(unasked, invited, member.email, url))
        }
        // Having the link proves that one owns the address. So where mails are sent, nobody else sees it.
        return { body: { ...invited, path: mailer ? null : path } }
      },
    ),
    memberRoute(
      { method: 'DELETE', path: '/invitations/{id}', params: Id, needs: 'owner' },
      async ({ params }, member) => {
        await withdraw(pool, changedBy(member), params.id)
        return { body: {} }
      },
    ),
  ]
}

function joining({ pool, sessions, mailer }: MembersDeps): OwnRoute[] {
  return [
    openRoute(
      { method: 'POST', path: '/invitation', body: Type.Object({ token: Token }, closed) },
      async ({ body }, visitor) => {
        await countTry(pool, 'joinFromNetwork', networkOf(visitor.address))
        return { body: await readInvitation(pool, body.token) }
      },
    ),
    openRoute({ method: 'POST', path: '/join', body: Joining }, async ({ body }, visitor) => {
      sessions.requirePasswords()
      await countTry(pool, 'joinFromNetwork', networkOf(visitor.address))
      const { token, password } = body
      await refuseCommonPassword(password, (await readInvitation(pool, token)).email)
      const userId = await accept(pool, token, await hashPassword(password), mailer !== null)
      const { cookies } = await sessions.enter(visitor, userId, 'password')
      return { body: {}, cookies }
    }),
  ]
}

/** Only the owner of the address learns that it signs in elsewhere: then the mail has no link. */
function invitationMail(
  unasked: UnaskedMail,
  { email, role }: InvitationRow,
  inviter: string,
  url: string | null,
) {
  const invited = `${inviter} invites you to their Vacancy account as ${role === 'owner' ? 'an' : 'a'} ${role}.`
  const title = 'You are invited to Vacancy'
  if (url === null) {
    return unasked.messageOf(email, title, {
      title,
      paragraphs: [
        invited,
        `You cannot join with ${email}, because it belongs to another account. Ask the sender to invite another address of yours.`,
      ],
    })
  }
  return unasked.messageOf(email, title, {
    title,
    paragraphs: [
      invited,
      `Follow the link within ${LIMITS.invitationDays} days to choose a password. If you do not know the sender, ignore this mail.`,
    ],
    link: { label: 'Join the account', url },
  })
}
