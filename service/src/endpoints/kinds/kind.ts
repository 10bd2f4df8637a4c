import type { AllowPrivate } from '../../webhooks/address.ts'
import type { HiddenAddress } from '../../webhooks/hooks.ts'
import type { Kind } from '../../webhooks/receiver.ts'

/** What this server can do. */
export interface Surroundings {
  allowPrivate: AllowPrivate
  /** Whether it has a mail server. */
  canMail: boolean
}

/** One kind of endpoint, as far as its owner sees it. How it sends is in the `send…` of its folder. */
export interface EndpointKind {
  kind: Kind
  /** The field that holds its address. */
  field: 'url' | 'address'
  /** Whether somebody must agree before anything is sent. */
  needsConsent: boolean
  /** Whether its owner verifies signatures, and so gets the secret. */
  showsSecret: boolean
  /** For a kind whose address is itself a secret. */
  hide?(address: string): HiddenAddress
  /** Refuses an address that nothing can be sent to. */
  check(address: string, surroundings: Surroundings): void
}
