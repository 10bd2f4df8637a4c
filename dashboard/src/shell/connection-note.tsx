import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tryServer, useIsLost } from '../api/connection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Over every page while the server does not answer. What failed meanwhile is read again. */
export function ConnectionNote() {
  const isLost = useIsLost()
  const queries = useQueryClient()
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    if (isLost) return
    void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isLost, queries])
  return (
    <div className="connection" role="status">
      {isLost && (
        <div className="connection-note">
          <Icon name="warning" />
          <p>
            <strong>The server cannot be reached.</strong> It may be restarting, or you are offline. The page
            tries again by itself, and nothing that you typed is lost.
          </p>
          <Button
            busy={isTrying}
            onClick={() => {
              setTrying(true)
              void tryServer().finally(() => setTrying(false))
            }}
          >
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
