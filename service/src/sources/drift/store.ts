import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { forget } from '../../db/forget.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { Sample } from './sample.ts'
import { emptyShape, readShape, type Shape, withAdded, writeShape } from './shape.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export async function pack(text: string): Promise<Buffer> {
  return compress(text, PACKING)
}

export async function unpack(packed: Buffer): Promise<string> {
  return (await decompress(packed)).toString()
}

export interface Stored {
  /** How often an operator had the source learnt from the beginning. What belongs to an earlier epoch is not saved any more. */
  epoch: number
  shapes: ReadonlyMap<string, Shape>
  samples: ReadonlyMap<string, Sample[]>
  open: readonly { request: string; path: string }[]
}

export interface RequestKey {
  source: string
  family: string
  request: string
}

export interface NewDrift extends RequestKey {
  path: string
  change: string
  before: string
  after: string
  body: string
}

/** Where processes share what they learn of sources. */
export interface DriftStore {
  load(source: string, family: string): Promise<Stored>
  epochs(): Promise<ReadonlyMap<string, number>>
  /** Returns the shape with what all processes have added; null if the epoch has ended. */
  add(key: RequestKey, added: Shape, epoch: number): Promise<Shape | null>
  keepSamples(
    source: string,
    family: string,
    verb: string,
    samples: readonly Sample[],
    epoch: number,
  ): Promise<void>
  raise(drift: NewDrift, epoch: number): Promise<'new' | 'known' | 'outdated'>
}

export function createDriftStore(pool: Pool): DriftStore {
  const inEpoch = <T>(
    source: string,
    epoch: number,
    work: (client: Client) => Promise<T>,
  ): Promise<T | null> =>
    inTransaction(pool, async (client) => ((await lockEpoch(client, source)) === epoch ? work(client) : null))

  return {
    async load(source, family) {
      // The epoch first: what is deleted meanwhile belongs to an earlier one, and is not saved again.
      const epoch = (await readEpochs(pool)).get(source) ?? 0
      const [shapes, samples, open] = await Promise.all([
        pool.query<{ request: string; shape: Buffer }>(
          'select request, shape from source_shapes where source = $1 and family = $2',
          [source, family],
        ),
        pool.query<{ verb: string; sample: Buffer }>(
          'select verb, sample from source_samples where source = $1 and family = $2 order by verb, no',
          [source, family],
        ),
        pool.query<{ request: string; path: string }>(
          'select request, path from source_drifts where source = $1 and family = $2 and learnt_at is null',
          [source, family],
        ),
      ])
      const kept = samples.rows.map(async ({ verb, sample }) => ({
        verb,
        sample: JSON.parse(await unpack(sample)) as Sample,
      }))
      const byVerb = Map.groupBy(await Promise.all(kept), ({ verb }) => verb)
      const read = shapes.rows.map(
        async ({ request, shape }) => [request, readShape(await unpack(shape))] as const,
      )
      return {
        epoch,
        shapes: new Map(await Promise.all(read)),
        samples: new Map([...byVerb].map(([verb, list]) => [verb, list.map(({ sample }) => sample)])),
        open: open.rows,
      }
    },
    epochs: () => readEpochs(pool),
    add: ({ source, family, request }, added, epoch) =>
      inEpoch(source, epoch, async (client) => {
        const { rows } = await client.query<{ shape: Buffer }>(
          'select shape from source_shapes where source = $1 and family = $2 and request = $3',
          [source, family, request],
        )
        const base = rows[0] ? readShape(await unpack(rows[0].shape)) : emptyShape()
        const shape = withAdded(base, added)
        await client.query(
          `insert into source_shapes (source, family, request, shape, answers, updated_at)
           values ($1, $2, $3, $4, $5, ledger_now())
           on conflict (source, family, request)
             do update set shape = excluded.shape, answers = excluded.answers, updated_at = excluded.updated_at`,
          [source, family, request, await pack(writeShape(shape)), shape.answers],
        )
        return shape
      }),
    async keepSamples(source, family, verb, samples, epoch) {
      const packed = await Promise.all(samples.map((sample) => pack(JSON.stringify(sample))))
      await inEpoch(source, epoch, async (client) => {
        await client.query('delete from source_samples where source = $1 and family = $2 and verb = $3', [
          source,
          family,
          verb,
        ])
        await client.query(
          `insert into source_samples (source, family, verb, no, sample, updated_at)
           select $1, $2, $3, no, sample, ledger_now() from unnest($4::bytea[]) with ordinality as n(sample, no)`,
          [source, family, verb, packed],
        )
      })
    },
    async raise({ source, family, request, path, change, before, after, body }, epoch) {
      const packed = await pack(body)
      const raised = await inEpoch(source, epoch, (client) =>
        client.query(
          `insert into source_drifts (source, family, request, path, change, before, after, body, first_seen)
           values ($1, $2, $3, $4, $5, $6, $7, $8, ledger_now()) on conflict do nothing`,
          [source, family, request, path, change, before, after, packed],
        ),
      )
      if (raised === null) return 'outdated'
      return raised.rowCount === 1 ? 'new' : 'known'
    },
  }
}

/** Writers of one source go one by one, and an operator who has it learnt again waits for them. */
async function lockEpoch(client: Client, source: string): Promise<number> {
  await client.query('insert into source_orders (source) values ($1) on conflict do nothing', [source])
  const { rows } = await client.query<{ epoch: number }>(
    'select epoch from source_orders where source = $1 for update',
    [source],
  )
  return rows[0]?.epoch ?? 0
}

async function readEpochs(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ source: string; epoch: number }>(
    'select source, epoch from source_orders',
  )
  return new Map(rows.map(({ source, epoch }) => [source, epoch]))
}

/** The source is learnt from the beginning: what has changed at the vendor is right. Returns how many changes that were. */
export async function learnAgain(client: Client, source: string, by: string): Promise<number> {
  await lockEpoch(client, source)
  await client.query('update source_orders set epoch = epoch + 1 where source = $1', [source])
  await client.query('delete from source_shapes where source = $1', [source])
  await client.query('delete from source_samples where source = $1', [source])
  const { rowCount } = await client.query(
    'update source_drifts set learnt_at = ledger_now(), learnt_by = $2 where source = $1 and learnt_at is null',
    [source, by],
  )
  return rowCount ?? 0
}

/** Deletes shapes of sources that nobody asks any more, and changes that were learnt long ago. */
export async function forgetOldShapes(pool: Pool, days: number): Promise<number> {
  const isOld = (column: string) => `${column} < ledger_now() - $1 * interval '1 day'`
  const forgotten = [
    await forget(pool, 'source_shapes', isOld('updated_at'), [days]),
    await forget(
      pool,
      'source_samples',
      `not exists (select 1 from source_shapes s
         where s.source = source_samples.source and s.family = source_samples.family)
       and updated_at < ledger_now() - interval '1 day'`,
    ),
    await forget(pool, 'source_drifts', isOld('learnt_at'), [days]),
    await forget(pool, 'source_recordings', "made_at < ledger_now() - interval '1 day'"),
  ]
  return forgotten.reduce((sum, count) => sum + count, 0)
}
