import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NewKey } from '../keys/new-key.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Shown until the first charged call. */
export function FirstSteps({ hasKey }: { hasKey: boolean }) {
  const [making, setMaking] = useState(false)
  return (
    <section className="card steps" aria-label="First steps">
      <h2>Make your first call</h2>
      <ol>
        <li className={hasKey ? 'step done' : 'step'}>
          <span className="step-mark">{hasKey ? <Icon name="check" size={14} /> : '1'}</span>
          <div>
            <h3>Create an API key</h3>
            <p>Your servers send it with every call. It is shown only once.</p>
            {!hasKey && (
              <Button look="primary" icon="keys" onClick={() => setMaking(true)}>
                Create your first key
              </Button>
            )}
          </div>
        </li>
        <li className="step">
          <span className="step-mark">2</span>
          <div>
            <h3>Get the price of a night</h3>
            <p>The explorer suggests a hotel and a night. A live answer costs 1 credit, a cached one 0.25.</p>
            {hasKey && (
              <Link className="button primary" to="/explorer/$tool" params={{ tool: 'stay' }}>
                <Icon name="explorer" size={14} />
                Open the explorer
              </Link>
            )}
          </div>
        </li>
        <li className="step">
          <span className="step-mark">3</span>
          <div>
            <h3>Use it in your code</h3>
            <p>
              Copy the call as curl or TypeScript, or read the <a href="/docs">API reference</a>.
            </p>
          </div>
        </li>
      </ol>
      {making && <NewKey onClose={() => setMaking(false)} />}
    </section>
  )
}
