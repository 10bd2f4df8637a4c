import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Schedule } from '@vacancy/client'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { Dialog, DialogEnd } from '../ui/dialog.tsx'
import { relativeNights, ScheduleFields, termsOf } from './schedule-fields.tsx'

/** Changes when a schedule runs, what it asks for and what it may cost. */
export function EditSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const nights = relativeNights(schedule.body)
  const [values, setValues] = useState(() => ({
    name: schedule.name,
    nights: nights ? String(nights.count) : '',
    every: schedule.every,
    at: schedule.at,
    on: schedule.on ?? (['mon'] as NonNullable<Schedule['on']>),
    timezone: schedule.timezone,
    format: schedule.format,
    deliver: schedule.deliver,
    most: String(schedule.max_credits),
  }))
  const save = useMutation({
    mutationFn: () => {
      const isSame = nights === null || Number(values.nights) === nights.count
      const asked = schedule.body['nights'] as Record<string, unknown>
      const body = isSame
        ? undefined
        : { ...schedule.body, nights: { ...asked, to: `+${nights.from + Number(values.nights) - 1}d` } }
      return call<Schedule>(`/v1/schedules/${schedule.id}`, {
        method: 'PATCH',
        body: { ...termsOf(values), ...(body && { body }) },
        keyId,
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog title="Edit the schedule" onClose={onClose} byButtonOnly={save.isPending}>
      <form onSubmit={submit}>
        <ScheduleFields values={values} change={(changed) => setValues({ ...values, ...changed })} />
        <DialogEnd action="Save" send={save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
