import { randomUUID } from 'node:crypto'
import { OPERATOR, recordAct } from '../accounts/acts.ts'
import { forgetTries } from '../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { hashPassword } from './password.ts'

export interface Person {
  account: string
  email: string
}

interface UserRow {
  id: string
  email: string
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * For administrators: replaces the user's password and ends all their sessions. If no user of the account has the e-mail, one
 * is created. The administrator answers for it that the address is theirs.
 */
export async function setPassword(
  pool: Pool,
  accountId: string,
  password: string,
  email?: string,
): Promise<Person> {
  await refuseCommonPassword(password, email ?? '')
  const hash = await hashPassword(password)
  const person = await inTransaction(pool, async (client) => {
    const { rows: accounts } = await client.query<{ no: number; email: string }>(
      'select id as no, email from accounts where public_id = $1 for update',
      [accountId],
    )
    const [account] = accounts
    if (!account) throw invalid(`There is no account ${accountId}.`)
    const { rows: users } = await client.query<UserRow>(
      'select id, email from users where account = $1 order by created_at',
      [account.no],
    )
    const wanted = (email ?? onlyOf(users) ?? account.email).toLowerCase()
    const user = users.find((each) => each.email.toLowerCase() === wanted)
    const id = user?.id ?? (await makeUser(client, account.no, wanted))
    await client.query(
      `insert into user_credentials (id, user_id, provider_id, account_id, password, created_at, updated_at)
       values ($1, $2, 'credential', $2, $3, now(), now())
       on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`,
      [randomUUID(), id, hash],
    )
    await client.query('delete from user_sessions where user_id = $1', [id])
    await client.query('update users set email_verified = true, updated_at = now() where id = $1', [id])
    await recordAct(client, {
      account: account.no,
      by: OPERATOR,
      action: 'person.set_password',
      detail: { email: wanted },
    })
    return { account: accountId, email: wanted }
  })
  // A user who was locked out after too many attempts can sign in at once.
  await forgetTries(pool, 'signInAsPerson', person.email)
  return person
}

/** Without --email: the only user of the account. */
function onlyOf(users: readonly UserRow[]): string | undefined {
  return users.length === 1 ? users[0]?.email : undefined
}

async function makeUser(client: Client, account: number, email: string): Promise<string> {
  if (!EMAIL.test(email) || email.length > 254) {
    throw invalid(`${email} is not an e-mail address. Give the address to sign in with as --email.`)
  }
  const { rows } = await client.query<{ id: string; role: string }>(
    `insert into users (id, email, name, email_verified, created_at, updated_at, account)
     values ($1, $2, '', true, now(), now(), $3) on conflict (lower(email)) do nothing returning id, role`,
    [randomUUID(), email, account],
  )
  const [user] = rows
  if (!user) throw invalid(`${email} already signs in to another account.`)
  await recordAct(client, {
    account,
    by: OPERATOR,
    action: 'member.join',
    subject: user.id,
    detail: { email, role: user.role },
  })
  return user.id
}
