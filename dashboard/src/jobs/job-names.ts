import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Job } from '@vacancy/client'
import { call } from '../api/call.ts'
import { readNames } from '../hotels/hotel-names.tsx'
import { formatNight } from '../ui/format.ts'

/** What a job is about. */
interface JobFacts {
  id: string
  hotels: number
  chain: string | null
  hotel_code: string | null
  from: string | null
  to: string | null
  price: 'cash' | 'award' | null
  schedule: string | null
}

interface NamedFacts extends JobFacts {
  name: string | undefined
}

const KINDS: Readonly<Record<Job['kind'], string>> = {
  matrix: 'Grid',
  export: 'Export',
  area: 'Prices around a place',
  award_search: 'Award search',
  calendar_area: 'Calendar of an area',
  trip: 'Prices for a trip',
  ids: 'Hotel ids',
  schedule: 'Scheduled run',
}

interface JobNames {
  nameOf: (job: Job) => string
  isLoading: boolean
}

/** The names of jobs, in words: what, which hotels, which nights. */
export function useJobNames(jobs: readonly Job[]): JobNames {
  const ids = jobs.map(({ id }) => id)
  const { data, isLoading } = useQuery({
    queryKey: ['job-facts', ...ids],
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: () => readFacts(ids),
  })
  const nameOf = (job: Job) => {
    const facts = data?.get(job.id)
    return facts ? wordsFor(job, facts) : KINDS[job.kind]
  }
  return { nameOf, isLoading }
}

/** The facts, with the name of the first hotel where it is known. */
async function readFacts(ids: readonly string[]): Promise<Map<string, NamedFacts>> {
  const ask = { method: 'POST', body: { ids } } as const
  const { jobs } = (await call<{ jobs: JobFacts[] }>('/jobs/facts', ask)).data
  // Without the names, the jobs go by the codes of their hotels.
  const names = await readNames(jobs.flatMap(firstHotel)).catch(() => () => undefined)
  const named = new Map<string, NamedFacts>()
  for (const facts of jobs) {
    named.set(facts.id, { ...facts, name: firstHotel(facts).map(names)[0]?.name })
  }
  return named
}

function firstHotel({ chain, hotel_code }: JobFacts) {
  return chain === null || hotel_code === null ? [] : [{ chain, hotel_code }]
}

function wordsFor({ kind }: Job, facts: NamedFacts): string {
  const what = facts.schedule ?? KINDS[kind]
  const parts = [hotelsOf(facts), nightsOf(facts), facts.price === 'award' ? 'in points' : null]
  const details = parts.filter((part) => part !== null).join(', ')
  return details === '' ? what : `${what}: ${details}`
}

function hotelsOf({ hotels, chain, hotel_code, name }: NamedFacts): string | null {
  if (hotels === 0) return null
  const first = name ?? `${chain} ${hotel_code}`
  if (hotels === 1) return first
  return hotels === 2 ? `${first} and 1 more` : `${first} and ${hotels - 1} more`
}

function nightsOf({ from, to }: JobFacts): string | null {
  if (from === null || to === null) return null
  return from === to ? formatNight(from) : `${formatNight(from)} – ${formatNight(to)}`
}
