import type { Pool } from '../../db/pool.ts'
import type { RecordingFile } from '../conformance/recording-file.ts'
import { pack, unpack } from '../drift/store.ts'

/** Recorded calls on their way from the processes that made them to the command that writes them into a folder. */

/** A command that has died leaves no more behind. */
const MOST_WAITING = 2000

/** The recordings that run now, by source. */
export async function readOrders(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ source: string; recording: string }>(
    'select source, recording from source_orders where recording is not null and recording_until > ledger_now()',
  )
  return new Map(rows.map(({ source, recording }) => [source, recording]))
}

export async function keepRecording(pool: Pool, recording: string, file: RecordingFile): Promise<void> {
  await pool.query(
    `insert into source_recordings (recording, made_at, content)
     select $1, ledger_now(), $2
     where (select count(*) from source_recordings where recording = $1) < ${MOST_WAITING}`,
    [recording, await pack(JSON.stringify(file))],
  )
}

/** Returns false if the source is being recorded already. */
export async function startRecording(
  pool: Pool,
  source: string,
  recording: string,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into source_orders as o (source, recording, recording_until)
     values ($1, $2, ledger_now() + $3 * interval '1 second')
     on conflict (source) do update
       set recording = excluded.recording, recording_until = excluded.recording_until
       where o.recording is null or o.recording_until <= ledger_now()`,
    [source, recording, seconds],
  )
  return rowCount === 1
}

export async function stopRecording(pool: Pool, recording: string): Promise<void> {
  await pool.query('update source_orders set recording = null, recording_until = null where recording = $1', [
    recording,
  ])
}

/** Those that have come since, in their order. They are no longer in the database. */
export async function takeRecordings(pool: Pool, recording: string): Promise<RecordingFile[]> {
  const { rows } = await pool.query<{ id: number; content: Buffer }>(
    'delete from source_recordings where recording = $1 returning id, content',
    [recording],
  )
  const sorted = rows.toSorted((a, b) => a.id - b.id)
  return Promise.all(sorted.map(async ({ content }) => JSON.parse(await unpack(content)) as RecordingFile))
}
