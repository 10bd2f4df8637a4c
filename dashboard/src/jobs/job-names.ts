import { useQuery } from '@tanstack/react-query'
import type { Job } from '@vacancy/client'
import { call } from '../api/call.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
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

/** The names of jobs, in words: what, which hotels, which nights. */
export function useJobNames(jobs: readonly Job[]): (job: Job) => string {
  const ids = jobs.map(({ id }) => id)
  const { data = [] } = useQuery({
    queryKey: ['job-facts', ...ids],
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await call<{ jobs: JobFacts[] }>('/jobs/facts', { method: 'POST', body: { ids } })).data.jobs,
  })
  const nameOf = useHotelNames(data.flatMap(firstHotel))
  return (job) => {
    const facts = data.find(({ id }) => id === job.id)
    return facts ? wordsFor(job, facts, firstHotel(facts).map(nameOf)[0]) : KINDS[job.kind]
  }
}

function firstHotel({ chain, hotel_code }: JobFacts) {
  return chain === null || hotel_code === null ? [] : [{ chain, hotel_code }]
}

function wordsFor({ kind }: Job, facts: JobFacts, hotelName: string | undefined): string {
  const what = facts.schedule ?? KINDS[kind]
  const parts = [hotelsOf(facts, hotelName), nightsOf(facts), facts.price === 'award' ? 'in points' : null]
  const details = parts.filter((part) => part !== null).join(', ')
  return details === '' ? what : `${what}: ${details}`
}

function hotelsOf({ hotels, chain, hotel_code }: JobFacts, name: string | undefined): string | null {
  if (hotels === 0) return null
  const first = name ?? `${chain} ${hotel_code}`
  if (hotels === 1) return first
  return hotels === 2 ? `${first} and 1 more` : `${first} and ${hotels - 1} more`
}

function nightsOf({ from, to }: JobFacts): string | null {
  if (from === null || to === null) return null
  return from === to ? formatNight(from) : `${formatNight(from)} – ${formatNight(to)}`
}
