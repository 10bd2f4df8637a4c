import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { countTry } from '../accounts/throttle.ts'
import type { Client, Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import type { Message } from './mailer.ts'
import { htmlOf, type Parts, textOf } from './parts.ts'

/**
 * Mails to people who did not ask for them: verifications, invitations and changes of address. Somebody else typed in their address, so
 * they get few of them, and can stop them all.
 */
export interface UnaskedMail {
  /** Call it before each mail. Refuses one to somebody who wants none, or got enough today, from all accounts together. */
  count(database: Pool | Client, address: string): Promise<void>
  isStopped(address: string): Promise<boolean>
  /** The mail, with the link that stops all further ones. */
  messageOf(to: string, subject: string, parts: Parts): Message
  /** What the link leads to. Throws if the link is not one of ours. */
  look(link: StopLink): Promise<{ isStopped: boolean }>
  stop(link: StopLink): Promise<void>
  allow(link: StopLink): Promise<void>
}

export interface StopLink {
  address: string
  token: string
}

export interface UnaskedDeps {
  pool: Pool
  publicUrl: string
  /** Signs the links. */
  key(): Buffer
  /** In epoch milliseconds. */
  now(): number
}

export function createUnasked({ pool, publicUrl, key, now }: UnaskedDeps): UnaskedMail {
  const tokenOf = (address: string) =>
    createHmac('sha256', key()).update(address.toLowerCase()).digest('base64url')

  function require({ address, token }: StopLink): void {
    const [told, expected] = [Buffer.from(token), Buffer.from(tokenOf(address))]
    if (told.length !== expected.length || !timingSafeEqual(told, expected)) {
      throw invalid('This link is not valid any more.')
    }
  }

  async function isStopped(database: Pool | Client, address: string): Promise<boolean> {
    const { rows } = await database.query('select 1 from unwanted_mail where recipient = $1', [
      recipientOf(address),
    ])
    return rows.length > 0
  }

  return {
    count: async (database, address) => {
      if (await isStopped(database, address)) {
        throw invalid(`The owner of ${address} wants no mail from this server that they did not ask for.`)
      }
      const today = new Date(now()).toISOString().slice(0, 10)
      await countTry(database, 'unaskedMailsToPerson', `${today} ${address.toLowerCase()}`)
    },
    isStopped: (address) => isStopped(pool, address),
    messageOf: (to, subject, parts) => {
      const query = new URLSearchParams({ address: to, token: tokenOf(to) })
      const url = `${publicUrl}/mail/stop?${query.toString()}`
      const text = 'You get this mail because somebody typed in your address.'
      const whole = { ...parts, footer: { text, label: 'Stop all such mails', url } }
      return {
        to,
        subject,
        text: textOf(whole),
        html: htmlOf(whole),
        headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }
    },
    look: async (link) => {
      require(link)
      return { isStopped: await isStopped(pool, link.address) }
    },
    stop: async (link) => {
      require(link)
      await pool.query(
        'insert into unwanted_mail (recipient, stopped_at) values ($1, ledger_now()) on conflict do nothing',
        [recipientOf(link.address)],
      )
    },
    allow: async (link) => {
      require(link)
      await pool.query('delete from unwanted_mail where recipient = $1', [recipientOf(link.address)])
    },
  }
}

/** Only a hash is kept of people who want nothing from us. */
function recipientOf(address: string): Buffer {
  return hash('sha256', address.toLowerCase(), 'buffer')
}
