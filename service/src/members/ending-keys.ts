import type { Pool } from '../db/pool.ts'
import { deliver, messageOf, type PersonMail } from '../mail/person-mail.ts'

/** Owners are told of the end of a key this many days before. */
const DAYS_BEFORE = 7
const AT_ONCE = 100

interface EndingKey {
  id: string
  name: string
  endsAt: Date
  /** The owners; of an account that nobody signs in to, its own address. */
  tell: string[]
}

/** Tells the owners of keys that end soon, once for each end. */
export async function tellOfEndingKeys(pool: Pool, mail: PersonMail, publicUrl: string): Promise<number> {
  const { rows } = await pool.query<EndingKey>(
    `with told as (
       update keys set end_told_at = ledger_now() where id in (
         select id from keys where expires_at is not null and revoked_at is null and end_told_at is null
           and expires_at > ledger_now() and expires_at < ledger_now() + make_interval(days => $1)
         limit $2 for update skip locked)
       returning public_id, name, expires_at, account
     )
     select t.public_id as id, t.name, t.expires_at as "endsAt",
       coalesce((select array_agg(u.email) from users u where u.account = t.account and u.role = 'owner'), array[a.email]) as tell
     from told t join accounts a on a.id = t.account`,
    [DAYS_BEFORE, AT_ONCE],
  )
  for (const key of rows) {
    for (const to of key.tell) void deliver(mail, endingMail(to, key, publicUrl))
  }
  return rows.length
}

function endingMail(to: string, { id, name, endsAt }: EndingKey, publicUrl: string) {
  const at = endsAt.toISOString().slice(0, 16).replace('T', ' ')
  return messageOf(to, `The key “${name}” ends soon`, {
    paragraphs: [
      `The API key “${name}” (${id}) of your account ends on ${at} UTC. From then on its calls are refused; its watches and schedules go on.`,
      'To keep it, give it a later end. To replace it, create a new key first.',
    ],
    ...(publicUrl !== '' && { link: { label: 'Open your keys', url: `${publicUrl}/keys` } }),
  })
}
