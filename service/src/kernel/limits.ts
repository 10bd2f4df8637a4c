/** Every limit that a client can run into, by name. Schemas, checks and docs read them from here. */
export const LIMITS = {
  bodyBytes: 262_144,
  headersMs: 10_000,
  requestMs: 30_000,
  activeKeys: 5,
  keyNameLength: 80,
  idempotencyKeyLength: 128,
  idempotencyHours: 24,
  usageLinesPage: 1000,
  usageLinesPageDefault: 200,
  maxCredits: 1_000_000,
} as const
