import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { useKeys, useSession } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty, FaultNote, Loaded, Skeleton } from '../ui/feedback.tsx'

const MAKING = ['make-key']

/** Makes a key called “Dashboard”. The page needs only its id. The key itself is not looked at and not kept. */
function useMakeKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: MAKING,
    gcTime: 0,
    mutationFn: async () => {
      await call('/keys', { method: 'POST', body: { name: 'Dashboard' } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
}

/** Shown on pages that call the API if the account has no key that they can use. */
export function NeedsKey() {
  const query = useKeys()
  const mayCreate = useSession().data?.role !== 'viewer'
  return (
    <Loaded query={query}>
      {({ keys }) => {
        if (!mayCreate) return <NoKey />
        // People who had keys once decide whether there is one again.
        return keys.length === 0 ? <FirstKey /> : <NewKey />
      }}
    </Loaded>
  )
}

/** The first key of an account is made unseen. */
function FirstKey() {
  const queries = useQueryClient()
  const { mutate, error } = useMakeKey()
  useEffect(() => {
    if (queries.isMutating({ mutationKey: MAKING }) === 0) mutate()
  }, [queries, mutate])
  return error ? <FaultNote error={error} onRetry={() => mutate()} /> : <Skeleton lines={4} />
}

function NewKey() {
  const create = useMakeKey()
  return (
    <section className="card">
      <Empty icon="keys" title="This page needs an API key">
        <p>
          All keys of your account are revoked. Start makes one called “Dashboard”, which this page uses. To
          call the API from your own code, <Link to="/keys">create a key that you can copy</Link>.
        </p>
        {create.error && <FaultNote error={create.error} />}
        <Button look="primary" busy={create.isPending} onClick={() => create.mutate()}>
          Start
        </Button>
      </Empty>
    </section>
  )
}

function NoKey() {
  return (
    <section className="card">
      <Empty icon="keys" title="This page needs an API key">
        <p>Your account has none, and viewers cannot create keys. Ask an owner of the account for one.</p>
      </Empty>
    </section>
  )
}
