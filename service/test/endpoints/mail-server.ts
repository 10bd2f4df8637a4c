import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** What the server does with a mail to an address, at its nth try from 1. */
export type MailMood = (
  to: string,
  attempt: number,
) => 'take' | 'refuse' | 'greylist' | 'drop' | 'delay' | 'blocked'

/** A real mail server on this machine: keeps what it takes, and misbehaves as the test says. */
export interface MailServer {
  url: string
  mails: ParsedMail[]
  /** How often somebody wanted to send a mail to each address. */
  tries: Map<string, number>
  behave(mood: MailMood): void
  stop(): Promise<void>
}

export const take: MailMood = () => 'take'

export async function openMailServer(port = 0): Promise<MailServer> {
  const mails: ParsedMail[] = []
  const tries = new Map<string, number>()
  let mood: MailMood = take
  const parse = callbackify(async (stream: Readable) => {
    mails.push(await simpleParser(stream))
  })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, session, done) => {
      const attempt = (tries.get(address) ?? 0) + 1
      tries.set(address, attempt)
      switch (mood(address, attempt)) {
        case 'take':
          return done()
        case 'refuse':
          return done(refusal(550, '5.1.1 no such mailbox'))
        case 'blocked':
          return done(refusal(550, '5.7.1 blocked by policy'))
        case 'greylist':
          return done(refusal(451, '4.7.1 try again later'))
        case 'drop':
          return [...server.connections].find(({ session: { id } }) => id === session.id)?.close()
        case 'delay':
          // No answer: the sender gives up.
          return undefined
      }
    },
    onData: (stream, _session, done) => parse(stream, (error) => done(error)),
  })
  // Dropped connections are meant to break.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    tries,
    behave: (next) => {
      mood = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const connection of server.connections) connection.close()
      }),
  }
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

/** A link in a mail. */
export function linkIn({ text = '' }: ParsedMail, part: string): string {
  const found = text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(part))
  if (!found) throw new Error(`the mail has no link with ${part}: ${text}`)
  return found
}

/** The events that a mail tells of. */
export function eventsIn({ headers }: ParsedMail): string[] {
  const ids = headers.get('x-event-id')
  return typeof ids === 'string' ? ids.split(' ') : []
}

export function isTo({ to }: ParsedMail, address: string): boolean {
  return to !== undefined && 'text' in to && to.text === address
}
