import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/feedback.tsx'

/** In place of a page whose code has failed. */
export function BrokenPage() {
  return (
    <Empty icon="warning" title="This page has failed">
      <p>Reload it. If it fails again, tell the operator of this server what you did.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </Empty>
  )
}
