import { checkAddress } from '../../../webhooks/address.ts'
import type { EndpointKind } from '../kind.ts'
import { hiddenAddress } from './address.ts'

/** An incoming webhook of Slack, or of a chat server that understands the same form. */
export const slack: EndpointKind = {
  kind: 'slack',
  field: 'url',
  needsConsent: false,
  showsSecret: false,
  hide: hiddenAddress,
  check: (url, { allowPrivate }) => checkAddress(url, { allowPrivate, field: 'url' }),
}
