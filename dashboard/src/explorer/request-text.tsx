import { CodeCard } from '../code/code-card.tsx'

/** The request of the form as code to copy. */
export function RequestText({ path, body }: { path: string; body: Record<string, unknown> }) {
  return <CodeCard call={{ origin: location.origin, path, body }} />
}
