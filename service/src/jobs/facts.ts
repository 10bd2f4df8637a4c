import type { Reads } from '../db/replica/reads.ts'

/** What a job is about, so that people can tell one from another. */
export interface JobFacts {
  id: string
  hotels: number
  /** The first of its hotels. */
  chain: string | null
  hotel_code: string | null
  /** The nights of a grid, both included. */
  from: string | null
  to: string | null
  price: 'cash' | 'award' | null
  /** The name of the schedule that it is a run of. */
  schedule: string | null
}

/** Jobs of other accounts are left out. */
export async function readJobFacts(
  reads: Reads,
  account: number,
  ids: readonly string[],
): Promise<JobFacts[]> {
  const { rows } = await reads.query<JobFacts>({
    name: 'job_facts',
    text: `select j.public_id as id,
        jsonb_array_length(coalesce(j.request -> 'hotels', j.request -> 'hotel_codes', '[]')) as hotels,
        coalesce(j.request -> 'hotels' -> 0 ->> 0, j.request ->> 'chain') as chain,
        coalesce(j.request -> 'hotels' -> 0 ->> 1, j.request -> 'hotel_codes' ->> 0) as hotel_code,
        j.request ->> 'from' as from, j.request ->> 'to' as to, j.request ->> 'kind' as price, s.name as schedule
      from jobs j left join schedule_runs r on r.job = j.public_id and r.account = j.account
        left join schedules s on s.id = r.schedule
      where j.account = $1 and j.public_id = any($2::text[])`,
    values: [account, ids],
  })
  return rows
}
