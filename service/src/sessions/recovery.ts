import { MAIL_LINK } from '../accounts/acts.ts'
import { countTry, forgetTries } from '../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import type { Message } from '../mail/mailer.ts'
import { deliver, messageOf, type PersonMail } from '../mail/person-mail.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import { requirePassword } from './credentials.ts'
import { type EndAccess, proveByMail } from './first-proof.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { isGranted, type MailGrant, readGrant, sealGrant } from './mail-token.ts'
import { networkOf } from './network.ts'
import { hashPassword } from './password.ts'
import type { SignedInMember } from './sessions.ts'
import { recordPersonAct } from './store.ts'

/** What people do by links in mails. Null if this server sends no mail. */
export interface Recovery {
  /** Sends a link, if somebody signs in with this address. Nobody learns whether. */
  forgot(network: string, email: string): Promise<void>
  /** Replaces the password and ends all sessions. Returns what else ended, because the address was never proved before. */
  reset(token: string, password: string): Promise<string[]>
  /** Sends a link to the new address, which changes nothing until it is followed. */
  changeEmail(
    member: Pick<SignedInMember, 'userId' | 'account'>,
    email: string,
    password: string,
  ): Promise<void>
  /** The link alone does nothing: somebody else may have signed up, and wait for the owner of the address to follow it. */
  confirmEmail(token: string, password: string): Promise<string>
}

export interface RecoveryDeps extends PersonMail {
  pool: Pool
  publicUrl: string
  unasked: UnaskedMail
  endAccess: EndAccess
  key(): Buffer
  now(): number
}

const RESET_MS = 3_600_000
const EMAIL_MS = 86_400_000

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { pool, publicUrl, unasked, endAccess, key, now } = deps
  const linkTo = (page: string, grant: MailGrant, current: string) =>
    `${publicUrl}/${page}?token=${sealGrant(key(), grant, current)}`

  return {
    forgot: async (address, email) => {
      await countTry(pool, 'forgotFromNetwork', networkOf(address))
      await countTry(pool, 'forgotByPerson', email.toLowerCase())
      await countTry(pool, 'forgotByPersonInDay', email.toLowerCase())
      const person = await findPerson(pool, 'lower(u.email) = lower($1)', email)
      if (!person) return
      const grant: MailGrant = { purpose: 'reset', userId: person.id, untilMs: now() + RESET_MS }
      // Not waited for: the time of the answer would tell who has an account.
      void deliver(deps, resetMessage(person, linkTo('reset-password', grant, person.password)))
    },
    reset: async (token, password) => {
      const person = await requirePerson(deps, token, 'reset', ({ password: hash }) => hash)
      await refuseCommonPassword(password, person.email)
      const hash = await hashPassword(password)
      const ended = await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `update user_credentials set password = $3, updated_at = now()
           where user_id = $1 and provider_id = 'credential' and password = $2`,
          [person.id, person.password, hash],
        )
        // The link was followed twice at the same moment.
        if (rowCount === 0) throw expired()
        await client.query('delete from user_sessions where user_id = $1', [person.id])
        await client.query('delete from sign_in_steps where user_id = $1', [person.id])
        await recordPersonAct(client, person.id, {
          by: MAIL_LINK,
          action: 'person.set_password',
          detail: { email: person.email },
        })
        return proveByMail(client, person.id, endAccess)
      })
      await forgetTries(pool, 'signInAsPerson', person.email.toLowerCase())
      if (ended.length > 0) void deliver(deps, endedMessage(person.email, ended, publicUrl))
      return ended
    },
    changeEmail: async ({ userId, account }, asked, password) => {
      const email = asked.toLowerCase()
      await countTry(pool, 'emailChangeByPerson', userId)
      await requirePassword(pool, userId, password, 'The password is wrong.')
      const person = await findPerson(pool, 'u.id = $1', userId)
      if (!person) throw expired()
      await countTry(pool, 'emailChangesOfAccount', account.id)
      await unasked.count(pool, email)
      const grant: MailGrant = { purpose: 'email', userId, untilMs: now() + EMAIL_MS, email }
      void deliver(deps, confirmMessage(unasked, email, linkTo('confirm-email', grant, sessionState(person))))
      if (email !== person.email) void deliver(deps, noticeMessage(person.email, email))
    },
    confirmEmail: async (token, password) => {
      const person = await requirePerson(deps, token, 'email', sessionState)
      const email = readGrant(token)?.email
      if (email === undefined) throw expired()
      await countTry(pool, 'emailConfirmByPerson', person.id)
      await requirePassword(pool, person.id, password, 'The password is wrong.')
      await inTransaction(pool, (client) => writeEmail(client, person, email))
      return email
    },
  }
}

interface Person {
  id: string
  email: string
  isProved: boolean
  /** The hash. */
  password: string
}

/** What a confirmation changes, so that its link works once. */
const sessionState = ({ email, isProved }: Person) => (isProved ? email : `${email}\nnever proved`)

async function findPerson(pool: Pool, where: string, value: string): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>(
    `select u.id, u.email, u.email_verified as "isProved", c.password from users u
     join user_credentials c on c.user_id = u.id and c.provider_id = 'credential'
     where c.password is not null and ${where}`,
    [value],
  )
  return rows[0]
}

/** The person whom a link is for, if it is still good. */
async function requirePerson(
  { pool, key, now }: RecoveryDeps,
  token: string,
  purpose: MailGrant['purpose'],
  current: (person: Person) => string,
): Promise<Person> {
  const grant = readGrant(token)
  const person = grant?.purpose === purpose ? await findPerson(pool, 'u.id = $1', grant.userId) : undefined
  if (!person || !isGranted(key(), token, current(person), now())) throw expired()
  return person
}

function expired(): ApiError {
  return invalid('This link has expired or was used already. Ask for a new one.')
}

async function writeEmail(client: Client, person: Person, email: string): Promise<void> {
  const { rows: taken } = await client.query(
    `select 1 from users where lower(email) = lower($1) and id <> $2
     union all select 1 from accounts a where lower(a.email) = lower($1)
       and not exists (select 1 from users u where u.account = a.id and u.id = $2)`,
    [email, person.id],
  )
  if (taken.length > 0) throw invalid('Another account uses this e-mail.')
  const { rowCount } = await client.query(
    `update users set email = $3, email_verified = true, updated_at = now()
     where id = $1 and email = $2 and email_verified = $4`,
    [person.id, person.email, email, person.isProved],
  )
  if (rowCount === 0) throw expired()
  if (email === person.email) {
    const detail = { email }
    await recordPersonAct(client, person.id, { by: MAIL_LINK, action: 'person.prove_email', detail })
    return
  }
  await recordPersonAct(client, person.id, {
    by: MAIL_LINK,
    action: 'person.change_email',
    detail: { from: person.email, to: email },
  })
  // Otherwise nobody could ever sign up with the old address.
  await client.query(
    `update accounts a set email = $3 from users u
     where u.id = $1 and a.id = u.account and lower(a.email) = lower($2)`,
    [person.id, person.email, email],
  )
}

function resetMessage({ email, isProved: proved }: Person, url: string): Message {
  return messageOf(email, 'Choose a new password', {
    paragraphs: [
      'Somebody asked for a new password for this address. The link works once, within an hour.',
      ...(proved ? [] : [UNPROVED]),
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
  })
}

const UNPROVED =
  'This address was never confirmed, so somebody else may have signed up with it. In an account under this address, the new password therefore ends all keys, agents, passkeys, invitations and shared links, pauses all endpoints, and removes the other people. To keep them, sign in with the password that you have and confirm your e-mail under Account.'

function endedMessage(to: string, ended: readonly string[], publicUrl: string): Message {
  return messageOf(to, 'Your account is yours alone now', {
    paragraphs: [
      `You chose a new password, and so proved that this address is yours. Somebody else may have signed up with it before. So this ended, or is paused: ${ended.join(', ')}.`,
      'Watches, schedules and everything else of the account stayed. Look at what you do not know, delete it, and resume the endpoints that are yours.',
    ],
    link: { label: 'Open your account', url: `${publicUrl}/account` },
  })
}

function confirmMessage(unasked: UnaskedMail, to: string, url: string): Message {
  const title = 'Confirm your e-mail address'
  return unasked.messageOf(to, title, {
    title,
    paragraphs: [
      'Follow the link within a day and enter your password there, to sign in with this address from then on. Do it only if you asked for it.',
    ],
    link: { label: 'Use this address', url },
  })
}

function noticeMessage(to: string, email: string): Message {
  return messageOf(to, 'Your e-mail address is about to change', {
    paragraphs: [
      `Somebody who knows your password wants to sign in with ${email} instead of this address.`,
      'If it was not you, sign in and change your password.',
    ],
  })
}
