import { checkAddress } from '../../../webhooks/address.ts'
import type { EndpointKind } from '../kind.ts'

/** A server that receives events as signed JSON. */
export const webhook: EndpointKind = {
  kind: 'webhook',
  field: 'url',
  needsConsent: false,
  showsSecret: true,
  check: (url, { allowPrivate }) => checkAddress(url, { allowPrivate, field: 'url' }),
}
