import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { FaultNote } from '../ui/feedback.tsx'

export interface NewlyMade {
  name: string
  /** Kept in the memory of the page only, until it is left. */
  key: string
}

interface FirstKeyProps {
  made: NewlyMade | null
  hasKey: boolean
  onMade: (made: NewlyMade) => void
}

/** Makes a key in one click and shows it in the page, where no key press can close it. */
export function FirstKey({ made, hasKey, onMade }: FirstKeyProps) {
  const queries = useQueryClient()
  const shown = useRef<HTMLElement>(null)
  const create = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      (await call<NewlyMade>('/keys', { method: 'POST', body: { name: 'My first program' } })).data,
    onSuccess: async (data) => {
      onMade(data)
      await queries.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  if (made) {
    return (
      <>
        <p>
          Copy it now. <strong>It is gone when you leave this page</strong>, because only a hash of it is
          stored.
        </p>
        <div className="secret">
          <code ref={shown} data-secret="">
            {made.key}
          </code>
          <Copy text={made.key} label="Copy key" from={shown} />
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        {hasKey
          ? 'You have a key already. Create another one here if you do not have it at hand.'
          : 'Your programs send it with every call. It is shown only once.'}
      </p>
      {create.error && <FaultNote error={create.error} />}
      <Button
        look={hasKey ? 'plain' : 'primary'}
        icon="keys"
        busy={create.isPending}
        onClick={() => create.mutate()}
      >
        {hasKey ? 'Create another key' : 'Create your first key'}
      </Button>
    </>
  )
}
