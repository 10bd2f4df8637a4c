import type { Message } from '../../mail/mailer.ts'
import { deliver, messageOf, type PersonMail } from '../../mail/person-mail.ts'

interface NewsText {
  title: string
  text: string
  /** What to do now, if it is not the usual. */
  advice?: string
}

const IF_NOT_YOU = 'If it was not you, sign in, change your password and look at “Where you are signed in”.'

/** What people are told by mail about how they sign in, so that they notice what they did not do themselves. */
const NEWS = {
  totpAdded: {
    title: 'One-time codes are on',
    text: 'Signing in with your password now also asks for a code of your authenticator app.',
  },
  totpRemoved: {
    title: 'One-time codes are off',
    text: 'Signing in no longer asks for a code. The recovery codes no longer work either.',
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    text: 'Somebody used one of your recovery codes in place of a code of your app. It does not work again.',
  },
  recoveryCodesRenewed: {
    title: 'You have new recovery codes',
    text: 'The recovery codes that you had before no longer work.',
  },
  passkeyAdded: {
    title: 'A passkey was added',
    text: 'It signs in to your account without a password.',
  },
  passkeyRemoved: {
    title: 'A passkey was removed',
    text: 'It no longer signs in to your account.',
  },
  factorsReset: {
    title: 'Your second factor was reset',
    text: 'The operator of this server removed your one-time codes and passkeys and signed you out everywhere. Your password alone signs in now.',
  },
  providerConnected: {
    title: 'Another way to sign in was connected',
    text: 'You can now sign in with the provider that this server uses.',
  },
  providerDisconnected: {
    title: 'A way to sign in was disconnected',
    text: 'You no longer sign in with the provider that this server uses.',
  },
  startedAnew: {
    title: 'You start with an account of your own',
    text: 'Somebody had signed up here with your address and a password, and never proved that it is theirs. That account, with its keys, plan and credits, goes on without you.',
    advice: 'If it was yours, tell the operator of this server.',
  },
} as const

export type News = keyof typeof NEWS

export type TellPerson = (email: string, news: News, which?: string) => void

/** Says nothing if this server sends no mail. */
export function createTellPerson(mail: PersonMail | null, publicUrl: string): TellPerson {
  return (email, news, which) => {
    if (mail) void deliver(mail, newsMail(email, news, which, publicUrl))
  }
}

export function newsMail(email: string, news: News, which: string | undefined, publicUrl: string): Message {
  const { title, text, advice = IF_NOT_YOU }: NewsText = NEWS[news]
  return messageOf(email, title, {
    paragraphs: [which === undefined ? text : `${which}: ${text}`, advice],
    ...(publicUrl !== '' && { link: { label: 'Open your account', url: `${publicUrl}/account` } }),
  })
}
