import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import type { Queries } from '../db/replica/reads.ts'
import { newOrderedId } from '../kernel/ids.ts'

/**
 * Who can act: somebody signed in, an API key, the operator's command line, somebody who followed a link in a mail, a visitor who
 * tried to sign in, or the service itself when a time has come.
 */
export const ACTOR_KINDS = ['person', 'key', 'operator', 'mail_link', 'visitor', 'service'] as const

export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  /** The person's e-mail or the key's id. */
  id: string | null
}

export const OPERATOR: Actor = { kind: 'operator', id: null }
export const MAIL_LINK: Actor = { kind: 'mail_link', id: null }
export const VISITOR: Actor = { kind: 'visitor', id: null }
export const SERVICE: Actor = { kind: 'service', id: null }

export function personOf(email: string): Actor {
  return { kind: 'person', id: email }
}

/** Every act that is recorded. A new kind of act is one word here and one call of `recordAct`. */
export const ACTIONS = [
  'account.create',
  'account.change_plan',
  'account.set_operator',
  'account.require_second_factor',
  'account.delete',
  'key.create',
  'key.rename',
  'key.change',
  'key.revoke',
  'key.set_cap',
  'key.end',
  'grant.consent',
  'grant.end',
  'endpoint.create',
  'endpoint.change',
  'endpoint.delete',
  'endpoint.rotate_secret',
  'endpoint.verify',
  'endpoint.unsubscribe',
  'watch.rotate_secret',
  'feed.create',
  'feed.rotate',
  'feed.delete',
  'board.share',
  'board.unshare',
  'board.delete',
  'member.invite',
  'member.withdraw_invitation',
  'member.join',
  'member.change_role',
  'member.remove',
  'person.sign_in',
  'person.sign_in_failed',
  'person.sign_out',
  'person.end_sessions',
  'person.set_password',
  'person.change_email',
  'person.second_factor_failed',
  'person.add_second_factor',
  'person.remove_second_factor',
  'person.reset_second_factor',
  'person.use_recovery_code',
  'person.renew_recovery_codes',
  'person.add_passkey',
  'person.remove_passkey',
  'person.connect_provider',
  'person.disconnect_provider',
  'person.set_aside',
  'person.prove_email',
  'source.test',
  'source.add',
  'source.change',
  'source.enable',
  'source.disable',
  'source.remove',
  'source.switch_sandbox',
  'source.learn_again',
  'directory.sync',
  'job.cancel',
] as const
export type Action = (typeof ACTIONS)[number]

/** What was changed, in a few short texts. Never a secret, nor an address that contains one. */
export type ActDetail = Readonly<Record<string, string | readonly string[]>>

export interface Act {
  /** The account's internal number. */
  account: number
  by: Actor
  action: Action
  /** The public id of what was changed. */
  subject?: string
  detail?: ActDetail
}

/** Call it in the transaction of the act, so that neither exists without the other. */
export async function recordAct(client: Client, act: Act): Promise<void> {
  const { account, by, action, subject = null, detail = {} } = act
  await client.query(
    `insert into acts (account, id, at, actor, actor_id, action, subject, detail)
     values ($1, $2, ledger_now(), $3, $4, $5, $6, $7)`,
    [account, newOrderedId(), by.kind, by.id, action, subject, JSON.stringify(detail)],
  )
}

/** Keeps the newest acts of some kinds, so that nobody can fill the disk by doing them again and again. */
export async function keepNewestActs(
  client: Client,
  account: number,
  actions: readonly Action[],
  most: number,
): Promise<void> {
  await client.query(
    `delete from acts where account = $1 and id in (
       select id from acts where account = $1 and action = any($2::text[]) order by id desc offset $3)`,
    [account, actions, most],
  )
}

export interface ActRow {
  id: string
  at: Date
  actor: Actor['kind']
  actor_id: string | null
  action: Action
  subject: string | null
  detail: ActDetail
}

export interface ActsQuery {
  account: number
  /** The id of the last act on the previous page. */
  before: string | null
  limit: number
}

/** Newest first. */
export async function readActs(database: Queries, { account, before, limit }: ActsQuery): Promise<ActRow[]> {
  const { rows } = await database.query<ActRow>(
    `select id, at, actor, actor_id, action, subject, detail from acts
     where account = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [account, before, limit],
  )
  return rows
}

export async function forgetOldActs(pool: Pool, days: number): Promise<number> {
  return forget(pool, 'acts', 'at < ledger_now() - make_interval(days => $1)', [days])
}
