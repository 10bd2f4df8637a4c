import { invalid } from '../../../kernel/errors.ts'
import { LIMITS } from '../../../kernel/limits.ts'
import type { EndpointKind } from '../kind.ts'

/** One mailbox. Control characters, quotes and display names are left out: they would end up in the header of a mail. */
const MAILBOX = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/

/** A mailbox whose owner has agreed to get mails. */
export const email: EndpointKind = {
  kind: 'email',
  field: 'address',
  needsConsent: true,
  showsSecret: false,
  check: (address, { canMail }) => {
    if (!canMail) {
      throw invalid('This server sends no e-mail. Its operator can set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
    }
    if (address.length > LIMITS.emailLength || !MAILBOX.test(address)) {
      throw invalid('`address` must be one e-mail address, such as name@example.com.')
    }
  },
}
