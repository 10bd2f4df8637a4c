import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { loadPart } from '../api/connection.ts'
import { useMapStyle } from '../api/own-queries.ts'
import { Skeleton } from '../ui/feedback.tsx'
import type { DrawnMap } from './draw-map.ts'
import type { Spot } from './spot.ts'

/** Without it no map can be drawn. The list beside the map has every hotel. */
const HAS_WEBGL = document.createElement('canvas').getContext('webgl2') !== null

interface HotelMapProps {
  spots: readonly Spot[]
  label: string
}

/** Hotels on a map. The library is large, so it comes after everything else on the page. */
export function HotelMap({ spots, label }: HotelMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(null)
  const router = useRouter()
  const style = useMapStyle()
  const library = useQuery({
    queryKey: ['map-library'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: HAS_WEBGL,
    queryFn: async () => {
      // A task after the next frame: the page is painted first.
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      return loadPart(() => import('./draw-map.ts'))
    },
  })
  const drawMap = library.data?.drawMap
  // Callers make a new list each time. Only another content moves the map.
  const content = JSON.stringify(spots)
  const showSpots = useEffectEvent(() => drawn.current?.setSpots(JSON.parse(content) as Spot[]))
  const styleUrl = style.data?.style_url
  useEffect(() => {
    if (!drawMap || styleUrl === undefined || !container.current) return
    const addressOf = ({ hotel, night }: Spot) =>
      router.buildLocation({
        to: '/hotels/$chain/$code',
        params: { chain: hotel.chain, code: hotel.hotel_code },
        search: night === undefined ? {} : { night },
      }).href
    drawn.current = drawMap(container.current, {
      styleUrl,
      hrefOf: addressOf,
      onOpen: (spot) => router.history.push(addressOf(spot)),
    })
    showSpots()
    return () => {
      drawn.current?.remove()
      drawn.current = null
    }
  }, [drawMap, styleUrl, router])
  useEffect(() => {
    drawn.current?.setSpots(JSON.parse(content) as Spot[])
  }, [content])
  if (!HAS_WEBGL || library.error) {
    return (
      <p className="note" role="status">
        This browser cannot draw the map, because WebGL is switched off or missing. The list has every hotel.
      </p>
    )
  }
  return (
    <div className="map" role="region" aria-label={label}>
      <div ref={container} className="map-canvas" />
      {!drawMap && <Skeleton lines={5} />}
    </div>
  )
}
