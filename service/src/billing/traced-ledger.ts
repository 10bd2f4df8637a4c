import type { Tracing } from '../ops/tracing.ts'
import type { Ledger } from './ledger.ts'

/** With a span around each entry. Without tracing, the same object. */
export function tracedLedger(ledger: Ledger, tracing: Tracing | null): Ledger {
  if (!tracing) return ledger
  return {
    ...ledger,
    submit: (entry) => tracing.span(`ledger ${entry.kind}`, {}, () => ledger.submit(entry)),
  }
}
