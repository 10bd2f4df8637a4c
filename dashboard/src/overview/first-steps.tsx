import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'

/** Shown until the first charged call: by code, or by hand. */
export function FirstSteps() {
  return (
    <section className="card" aria-label="First steps">
      <h2>Make your first call</h2>
      <p className="about">
        Live answers cost about 1 credit, cached ones a quarter of that. Failures are free.
      </p>
      <div className="form-foot">
        <Link className="button primary" to="/start">
          <Icon name="keys" size={14} />
          Call it from your code
        </Link>
        <Link className="button plain" to="/explorer/$tool" params={{ tool: 'stay' }}>
          <Icon name="explorer" size={14} />
          Open the explorer
        </Link>
      </div>
    </section>
  )
}
