import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useActingKey } from './acting-key.tsx'

interface DeleteButtonProps {
  what: 'watch' | 'booking' | 'schedule' | 'set'
  /** The words on the button, and in the head of the question. */
  label?: string
  name?: string
  /** The call that deletes it, below `/v1`. */
  path: string
  /** The page to go to afterwards. */
  leaveTo: '/watches' | '/bookings' | '/schedules' | '/my-hotels'
  /** What follows from it. */
  children: ReactNode
}

/** Deletes what a page is about, after a question. */
export function DeleteButton({
  what,
  label = 'Delete',
  name = `this ${what}`,
  path,
  leaveTo,
  children,
}: DeleteButtonProps) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(`/v1${path}`, { method: 'DELETE', keyId }),
    onSuccess: async () => {
      // Leave the page first: reloading what is deleted would show an error.
      await navigate({ to: leaveTo })
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          keep={`Keep ${what}`}
          action={`Delete ${what}`}
          send={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
