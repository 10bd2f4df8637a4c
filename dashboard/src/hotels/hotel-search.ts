import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Chain, SearchHotelsResponse } from '@vacancy/client'
import { useDeferredValue, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import type { HotelId } from './hotel-id.ts'
import { type KnownHotel, useKeptHotels } from './recent-hotels.ts'

/** One line of the picker's list. */
export interface Choice extends KnownHotel {
  /** Why it is offered. */
  group: 'Starred' | 'Recent' | 'Found' | 'As typed' | 'Ask'
}

/** Typing rests this long before the directory is asked. */
const PAUSE_MS = 150
const MOST = 8

const CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

/** The hotels to offer for a text: starred and recent ones, those of the directory, and the text itself if it may be a code. */
export function useChoices(text: string, chains: readonly Chain[], current: HotelId | undefined) {
  const typed = useRested(text.trim())
  const offered = (hotel: HotelId) => chains.some(({ id }) => id === hotel.chain)
  const { keyId } = useActingKey()
  const { starred, recent } = useKeptHotels()
  const query = useQuery({
    queryKey: ['v1', keyId, 'hotel-search', typed, chains.map(({ id }) => id)],
    enabled: keyId !== undefined && typed !== '',
    // What is not found now may be read in a moment.
    staleTime: ({ state }) => (state.data?.length ? 300_000 : 0),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const search = new URLSearchParams({ q: typed.slice(0, 100), limit: String(MOST) })
      search.set('chains', chains.map(({ id }) => id).join(','))
      return (await call<SearchHotelsResponse>(`/v1/hotels/search?${search}`, { keyId })).data.hotels
    },
  })
  const engine = chains.find(({ kind }) => kind === 'meta')
  /** Costs a credit, so it is only asked when somebody chooses it. */
  const live = useQuery({
    queryKey: ['v1', keyId, 'live-search', engine?.id, typed],
    enabled: false,
    staleTime: 300_000,
    retry: false,
    queryFn: async () => {
      const search = new URLSearchParams({
        q: typed.slice(0, 100),
        live: engine?.id ?? '',
        limit: String(MOST),
      })
      return (await call<SearchHotelsResponse>(`/v1/hotels/search?${search}`, { keyId })).data.hotels
    },
  })
  const isSettled = typed === text.trim() && !query.isPlaceholderData && !query.isLoading
  // Not offered while the directory is asked: who presses Enter early means a hotel, not a call that costs.
  const canAsk = isSettled && keyId !== undefined && typed.length >= SHORTEST_NAME && !live.data
  const isMatch = ({ name, city, hotel_code }: KnownHotel) =>
    `${name} ${city ?? ''} ${hotel_code}`.toLowerCase().includes(typed.toLowerCase())
  const all: Choice[] = [
    ...asTyped(typed, chains, current),
    ...(typed === '' ? [] : [...(live.data ?? []), ...(query.data ?? [])]).map(inGroup('Found')),
    ...(canAsk && engine ? [{ ...NO_CODE, chain: engine.id, name: typed }] : []),
    ...recent.filter(isMatch).map(inGroup('Recent')),
    ...starred.filter(isMatch).map(inGroup('Starred')),
  ]
  // A hotel offered for several reasons is listed once, for the last of them.
  const unique = new Map(
    all.filter(offered).map((choice) => [`${choice.chain} ${choice.hotel_code}`, choice]),
  )
  const choices = [...unique.values()].toSorted((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group))
  return {
    choices,
    isSettled,
    error: typed === '' ? null : query.error,
    /** Asks the metasearch engine for the text. */
    ask: () => void live.refetch(),
    asking: { isBusy: live.isFetching, error: live.error },
  }
}

const SHORTEST_NAME = 3
const NO_CODE = { hotel_code: '', city: null, group: 'Ask' } as const

const inGroup =
  (group: Choice['group']) =>
  ({ chain, hotel_code, name, city }: KnownHotel): Choice => ({ chain, hotel_code, name, city, group })

const ORDER: readonly Choice['group'][] = ['Starred', 'Recent', 'Found', 'As typed', 'Ask']

/** `aurelia LONAU`, or only a code, which is then meant at the present chain. A code need not be in the directory. */
function asTyped(typed: string, chains: readonly Chain[], current: HotelId | undefined): Choice[] {
  const [first = '', second, ...more] = typed.split(/[\s,:/]+/)
  if (more.length > 0) return []
  const chain =
    second === undefined ? current?.chain : chains.find(({ id }) => id === first.toLowerCase())?.id
  const code = second ?? first
  if (chain === undefined || !CODE.test(code)) return []
  return [{ chain, hotel_code: code, name: code, city: null, group: 'As typed' }]
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(rested)
}
