import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'

/** A message to one person, in both forms. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** Names the message: a repeated attempt is the same message. */
  messageId?: string
  headers?: Record<string, string>
  attachment?: Attachment
}

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

/** What became of a message. `unavailable`: our own mail server cannot be used, which says nothing about the recipient. */
export interface Mailed {
  verdict: 'delivered' | 'gone' | 'retry' | 'unavailable'
  /** The code of the mail server's answer; null if there was none. */
  status: number | null
  error: string | null
  durationMs: number
}

export interface Mailer {
  /** Whether as many messages are being sent as allowed. */
  isBusy(): boolean
  /** Never throws. */
  send(message: Message): Promise<Mailed>
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password if needed. */
  url: string
  from: string
  log: Logger
  /** Told of each message. */
  onSent?: ((mailed: Mailed) => void) | undefined
  timeoutMs?: number
}

/** A slow mail server must not use up the places that other deliveries need. */
const AT_ONCE = 20
const COMPLAIN_MS = 60_000

/** Sends by SMTP. Each message has a connection of its own, so one that hangs delays no other. */
export function createMailer({ url, from, log, onSent, timeoutMs = 15_000 }: MailerOptions): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts }, { from })
  let running = 0
  let quietUntilMs = 0

  function complain(error: unknown): void {
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + COMPLAIN_MS
    log.error({ err: error }, 'the mail server cannot be used')
  }

  async function attempt(message: Message): Promise<Omit<Mailed, 'durationMs'>> {
    try {
      const { response } = await transport.sendMail(optionsOf(message))
      return { verdict: 'delivered', status: codeOf(response), error: null }
    } catch (error) {
      const failure = failureOf(error as MailError)
      if (failure.verdict === 'unavailable') complain(error)
      return failure
    }
  }

  return {
    isBusy: () => running >= AT_ONCE,
    send: async (message) => {
      const startedMs = performance.now()
      const tookMs = () => Math.round(performance.now() - startedMs)
      running += 1
      const mailed = await attempt(message).finally(() => {
        running -= 1
      })
      const told = { ...mailed, durationMs: tookMs() }
      onSent?.(told)
      return told
    },
  }
}

function optionsOf(message: Message): SendMailOptions {
  const { to, subject, text, html, messageId, headers = {}, attachment } = message
  return {
    // As an object, the address cannot bring a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(messageId !== undefined && { messageId }),
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    ...(attachment && { attachments: [attachment] }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function codeOf(response: string | undefined): number {
  return Number(/^\d{3}/.exec(response ?? '')?.[0] ?? 250)
}

/** Codes of a server that refuses this recipient for good, unless it says that its own policy is the reason. */
const NO_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])
/** Failures of the mail server or of our access to it. */
const OWN_FAILURES: ReadonlySet<string> = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH'])

type MailError = Pick<NodemailerError, 'code' | 'command' | 'response' | 'responseCode'> & {
  syscall?: string
}

function failureOf(error: MailError): Omit<Mailed, 'durationMs'> {
  const { code = '', command = '', response = '', responseCode: status = null, syscall } = error
  if (OWN_FAILURES.has(code) || syscall === 'connect') {
    return { verdict: 'unavailable', status, error: 'the mail server cannot be used' }
  }
  if (status !== null) {
    const isGone = command.startsWith('RCPT') && NO_MAILBOX.has(status) && !/\b5\.7\.\d/.test(response)
    return {
      verdict: isGone ? 'gone' : 'retry',
      status,
      error: isGone ? 'the mailbox does not exist' : 'the mail server refused the message',
    }
  }
  return {
    verdict: 'retry',
    status,
    error: code === 'ETIMEDOUT' ? 'the mail server took too long' : 'the mail server closed the connection',
  }
}
