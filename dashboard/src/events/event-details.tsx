import type { EventRow } from '@vacancy/client'
import { useRef } from 'react'
import { type AnyDelivery, deliveriesOf } from '../api/deliveries.ts'
import { useWholeEvent } from '../api/event-queries.ts'
import { useEndpointName } from '../endpoints/use-endpoint-name.ts'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Badge } from '../ui/feedback.tsx'
import { formatMoment, formatWhole } from '../ui/format.ts'

/** What was sent, and what each receiver answered, when and how fast. */
export function EventDetails({ event, onClose }: { event: EventRow; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null)
  const { delivery: _delivery, deliveries: _deliveries, ...payload } = event
  const text = JSON.stringify(payload, null, 2)
  const whole = useWholeEvent(event)
  return (
    <Dialog title="Event" onClose={onClose}>
      <div className="card-head">
        <h3>Payload</h3>
        <Copy text={text} from={shown} />
      </div>
      <pre className="kept" tabIndex={0} aria-label="The payload">
        <code ref={shown}>{text}</code>
      </pre>
      {deliveriesOf(whole).map((delivery) => (
        <Attempts key={delivery.endpoint ?? ''} delivery={delivery} />
      ))}
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}

function Attempts({ delivery: { endpoint, status, log } }: { delivery: AnyDelivery }) {
  const nameOf = useEndpointName()
  return (
    <section className="attempt-list" aria-label="Attempts">
      <div className="card-head">
        <h3>{endpoint === null ? 'Webhook' : nameOf(endpoint)}</h3>
        <Badge of={status} />
      </div>
      {log.length === 0 && <p className="hint">Not tried yet.</p>}
      <ol>
        {log.map((attempt) => (
          <li key={attempt.at}>
            <strong>{attempt.status ?? 'no answer'}</strong> in {formatWhole(attempt.duration_ms)} ms,{' '}
            {formatMoment(attempt.at)}
            {attempt.error !== null && <span className="under">{attempt.error}</span>}
            {attempt.answer === null ? (
              <span className="under">The receiver sent no text.</span>
            ) : (
              <pre className="kept" tabIndex={0} aria-label="The receiver’s answer">
                <code>{attempt.answer}</code>
              </pre>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
