import { inDays } from './market.ts'

/** The requests that are measured on stores of any size. */
export interface Question {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
}

const value = (name: string, query: string): Question => ({
  name,
  method: 'GET',
  path: `/v1/award/value${query}`,
})

/** A week, because the stored cells are a few days old. */
const WHERE = { lat: 0, lng: 0, max_age: 604_800, nights: { from: inDays(0), to: inDays(59) } }

const around = (name: string, endpoint: string, more: object): Question => ({
  name,
  method: 'POST',
  path: `/v1${endpoint}`,
  body: JSON.stringify({ ...WHERE, ...more }),
})

const SEARCHED = { chains: ['castellan', 'dunmore'] }

/** Everything that reads across hotels, by its endpoint. */
export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  '/award/value': [
    value('one country', '?country=US'),
    value('one country, all about it', '?country=US&limit=100&min_cpp=1&min_nights=3'),
    value('one chain of a country', '?country=US&chains=castellan'),
    value('another currency', '?country=DE&currency=EUR'),
    value('three nights', `?country=US&from=${inDays(20)}&to=${inDays(22)}`),
    value('everywhere', ''),
    value('by the mean', '?country=US&rank=avg'),
    value('by the mean, one chain', '?country=US&rank=avg&chains=castellan'),
    value('by the mean, everywhere', '?rank=avg'),
    value('by the mean, all about it', '?country=US&rank=avg&limit=100&min_cpp=1&min_nights=3'),
    value('nights that few have', '?country=US&min_nights=57'),
    value('nights that few have, everywhere', '?min_nights=57'),
    value('nights that few have, by the mean', '?country=US&rank=avg&min_nights=57'),
    value('nights that nearly none has', '?country=US&min_nights=59'),
    value('one city', '?city=city%207'),
    value('nothing fresh enough', '?country=US&max_age=1'),
    value('nothing fresh enough, by the mean', '?country=US&max_age=1&rank=avg'),
  ],
  '/calendar/area': [
    around('50 hotels', '/calendar/area', { chain: 'castellan' }),
    around('50 hotels, cash', '/calendar/area', { chain: 'castellan', kind: 'cash' }),
    around('10 hotels', '/calendar/area', { chain: 'castellan', max_hotels: 10 }),
  ],
  '/award/search': [
    around('100 hotels', '/award/search', SEARCHED),
    around('100 hotels, by certificate', '/award/search', { ...SEARCHED, cert: 'standard' }),
  ],
}
