import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Schedule, ScheduleRun } from '@vacancy/client'
import { useState } from 'react'
import { call, download } from '../api/call.ts'
import { useRuns, useSchedule } from '../api/set-queries.ts'
import { FeedDialog } from '../feeds/feed-dialog.tsx'
import { repeatedWords } from '../paid/upstream-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { DeleteButton } from '../shell/delete-button.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Badge, Empty, FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatCredits, formatMinute, formatMoment, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, FactList, Heads, Page, Table } from '../ui/page.tsx'
import { SourceOff } from '../ui/source-off.tsx'
import { EditSchedule } from './edit-schedule.tsx'
import { ChooseEndpoints } from './new-schedule.tsx'
import { whatOf, whenOf } from './schedule-words.ts'

export function SchedulePage() {
  const { id = '' } = useParams({ strict: false })
  const { keyId } = useActingKey()
  const query = useSchedule(id)
  if (keyId === undefined) {
    return (
      <Page title="Schedule">
        <NeedsKey />
      </Page>
    )
  }
  return <Loaded query={query}>{(schedule) => <ScheduleView schedule={schedule} />}</Loaded>
}

function ScheduleView({ schedule }: { schedule: Schedule }) {
  return (
    <Page title={schedule.name} about={whenOf(schedule)} actions={<Actions schedule={schedule} />}>
      <SourceOff of={schedule} />
      <Card>
        <FactList
          facts={[
            ['Status', <Badge key="status" of={schedule.status} />],
            ['Next run', schedule.next_run_at ? formatMinute(schedule.next_run_at) : 'paused'],
            ['Asks', whatOf(schedule)],
            ['At most', `${formatCredits(schedule.max_credits)} credits per run`],
            ...(schedule.upstream
              ? [['Sent to sources, per run', repeatedWords(schedule.upstream)] as const]
              : []),
            [
              'File',
              schedule.deliver === 'attachment' ? `${schedule.format}, attached to mails` : schedule.format,
            ],
          ]}
        />
      </Card>
      <Receivers schedule={schedule} />
      <Runs schedule={schedule} />
    </Page>
  )
}

function useAct({ id }: Schedule) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path = '', ...ask }: { path?: string; method: 'POST' | 'PATCH'; body?: object }) =>
      call(`/v1/schedules/${id}${path}`, { ...ask, keyId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['v1', keyId] }),
  })
}

function Actions({ schedule }: { schedule: Schedule }) {
  const act = useAct(schedule)
  const [running, setRunning] = useState(false)
  const [editing, setEditing] = useState(false)
  const [feeding, setFeeding] = useState(false)
  const isPaused = schedule.status === 'paused'
  return (
    <>
      <Button busy={act.isPending} onClick={() => setRunning(true)}>
        Run now
      </Button>
      <Button
        disabled={act.isPending}
        onClick={() => act.mutate({ method: 'PATCH', body: { status: isPaused ? 'active' : 'paused' } })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button disabled={act.isPending} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button onClick={() => setFeeding(true)}>Link for a spreadsheet</Button>
      {editing && <EditSchedule schedule={schedule} onClose={() => setEditing(false)} />}
      {feeding && (
        <FeedDialog
          shows={{ schedule: schedule.id }}
          name={schedule.name}
          onClose={() => setFeeding(false)}
        />
      )}
      <DeleteButton what="schedule" path={`/schedules/${schedule.id}`} leaveTo="/schedules">
        <p>
          It does not run again, and its link for spreadsheets ends. The jobs of its past runs stay readable
          under Jobs.
        </p>
      </DeleteButton>
      {act.error && <FaultNote error={act.error} />}
      {running && (
        <Dialog title="Run it now?" onClose={() => setRunning(false)}>
          <p>
            A run costs at most {formatCredits(schedule.max_credits)} credits. One that could cost more does
            not happen, and says so.
          </p>
          <div className="dialog-actions">
            <Button onClick={() => setRunning(false)}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                setRunning(false)
                act.mutate({ method: 'POST', path: '/run' })
              }}
            >
              Run now
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Receivers({ schedule }: { schedule: Schedule }) {
  const act = useAct(schedule)
  return (
    <Card>
      <ChooseEndpoints
        chosen={schedule.endpoints}
        onChoose={(endpoints) => act.mutate({ method: 'PATCH', body: { endpoints } })}
      />
      {act.error && <FaultNote error={act.error} />}
    </Card>
  )
}

function Runs({ schedule }: { schedule: Schedule }) {
  const query = useRuns(schedule.id)
  return (
    <Card flush title="Runs">
      <Loaded query={query}>
        {({ runs }) =>
          runs.length > 0 ? (
            <RunTable runs={runs} name={schedule.name} />
          ) : (
            <Empty icon="jobs" title="It has not run yet">
              <p>Its first run is listed here, with its file and what it cost.</p>
            </Empty>
          )
        }
      </Loaded>
    </Card>
  )
}

function RunTable({ runs, name }: { runs: readonly ScheduleRun[]; name: string }) {
  return (
    <Table label="Runs">
      <Heads of={['Run', 'Status', { number: 'Rates' }, { number: 'Credits' }, 'File']} />
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <th scope="row">
              <Moment at={run.created_at} />
              <span className="under">{formatMoment(run.created_at)}</span>
            </th>
            <td className="wordy">
              <Badge of={run.status} />
              {run.message && <span className="under">{run.message}</span>}
            </td>
            <td className="number">{formatWhole(run.cells)}</td>
            <td className="number">{formatCredits(run.credits)}</td>
            <td>
              <RunFile run={run} name={name} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function RunFile({ run, name }: { run: ScheduleRun; name: string }) {
  const { keyId } = useActingKey()
  const save = useMutation({
    mutationFn: (file: string) => {
      const format = new URLSearchParams(file.split('?')[1]).get('format') ?? 'csv'
      const day = run.created_at.slice(0, 10)
      return download(file, keyId ?? '', `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${day}.${format}`)
    },
  })
  const { file, job_id: job } = run
  if (file === null || job === null) return <span className="faint">none</span>
  return (
    <span className="run-file">
      <Button className="small" icon="down" busy={save.isPending} onClick={() => save.mutate(file)}>
        Download
      </Button>
      <Link to="/jobs/$id" params={{ id: job }}>
        Job
      </Link>
      {save.error && <FaultNote error={save.error} />}
    </span>
  )
}
