import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useConnection } from '../api/signing-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { textOf } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { PasswordField } from '../ui/password-field.tsx'

/** Whether the person signs in with the provider, too. */
export function ProviderCard({ name, hasPassword }: { name: string; hasPassword: boolean }) {
  const query = useConnection()
  const [changing, setChanging] = useState(false)
  return (
    <Loaded query={query} lines={2}>
      {({ connected }) => (
        <Card title={name}>
          <p className="hint">
            {connected
              ? `You sign in with ${name}.`
              : `Connect ${name}, and you can sign in with it in place of your password.`}
          </p>
          {hasPassword && (
            <div className="form-foot">
              <Button onClick={() => setChanging(true)}>
                {connected ? 'Disconnect' : 'Connect'} {name}
              </Button>
            </div>
          )}
          {changing && (
            <ChangeConnection name={name} connected={connected} onClose={() => setChanging(false)} />
          )}
        </Card>
      )}
    </Loaded>
  )
}

interface ChangeConnectionProps {
  name: string
  connected: boolean
  onClose: () => void
}

function ChangeConnection({ name, connected, onClose }: ChangeConnectionProps) {
  const queries = useQueryClient()
  const verb = connected ? 'Disconnect' : 'Connect'
  const change = useMutation({
    mutationFn: async (password: string) => {
      const path = connected ? '/provider/disconnect' : '/provider/connect'
      return (await call<{ url?: string }>(path, { method: 'POST', body: { password } })).data
    },
    onSuccess: async ({ url }) => {
      if (url !== undefined) location.assign(url)
      else {
        onClose()
        await queries.invalidateQueries({ queryKey: ['provider'] })
      }
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(textOf(event, 'password'))
  }
  return (
    <Dialog title={`${verb} ${name}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          {connected
            ? 'From then on only your password signs you in.'
            : `You sign in at ${name} next, and come back here.`}
        </p>
        <PasswordField />
        <DialogEnd action={verb} send={change} onClose={onClose} />
      </form>
    </Dialog>
  )
}
