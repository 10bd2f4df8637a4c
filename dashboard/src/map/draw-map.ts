import { Map as LibreMap, LngLatBounds, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { baseStyle } from './base-style.ts'
import { type Cluster, clustersOf } from './clusters.ts'
import type { Spot } from './spot.ts'

setWorkerUrl(workerUrl)

export interface DrawnMap {
  setSpots(spots: readonly Spot[]): void
  remove(): void
}

interface MapOptions {
  /** An operator's own style; null: the bundled map. */
  styleUrl: string | null
  hrefOf: (spot: Spot) => string
  onOpen: (spot: Spot) => void
}

const CLOSEST = 12

/** Draws hotels on a map. Pins are links with their price; pins that would overlap are joined until one zooms in. */
export function drawMap(container: HTMLElement, { styleUrl, hrefOf, onOpen }: MapOptions): DrawnMap {
  const map = new LibreMap({
    container,
    style: styleUrl ?? baseStyle(),
    attributionControl: { compact: true },
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 16,
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  // A tile that is missing leaves a gap, which is all that a visitor needs to know.
  map.on('error', () => {})
  let markers: Marker[] = []
  let shown: readonly Spot[] = []

  const pinOf = (spot: Spot): HTMLElement => {
    const pin = document.createElement('a')
    pin.href = hrefOf(spot)
    pin.className = `pin ${spot.isBest ? 'best' : ''} ${spot.price === null ? 'unpriced' : ''}`
    pin.textContent = spot.price ?? '·'
    pin.title = [spot.name, spot.price].filter(Boolean).join(': ')
    pin.setAttribute('aria-label', pin.title)
    pin.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onOpen(spot)
    })
    return pin
  }
  const clusterOf = ({ members }: Cluster<Spot>): HTMLElement => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'pin cluster'
    const [first] = members
    button.textContent = `${members.length} · ${first?.of.price ?? '–'}`
    button.setAttribute('aria-label', `${button.textContent}: ${members.length} hotels, zoom in`)
    button.addEventListener('click', () => fit(members.map(({ of }) => of)))
    return button
  }
  const fit = (spots: readonly Spot[], isFirst = false) => {
    const bounds = new LngLatBounds()
    for (const { lng, lat } of spots) bounds.extend([lng, lat])
    if (!bounds.isEmpty())
      map.fitBounds(bounds, { padding: 56, maxZoom: isFirst ? CLOSEST : 16, animate: !isFirst })
  }
  const arrange = () => {
    for (const marker of markers) marker.remove()
    const placed = shown.map((spot) => ({ of: spot, ...pointOf(map.project([spot.lng, spot.lat])) }))
    markers = clustersOf(placed).map((cluster) => {
      const [first] = cluster.members
      const element = cluster.members.length > 1 || !first ? clusterOf(cluster) : pinOf(first.of)
      const at = first?.of ?? { lng: 0, lat: 0 }
      return new Marker({ element, anchor: 'bottom' }).setLngLat([at.lng, at.lat]).addTo(map)
    })
  }
  map.on('zoomend', arrange)
  map.on('render', () => container.removeAttribute('data-drawn'))
  map.on('idle', () => container.setAttribute('data-drawn', ''))

  const recolour = () => {
    if (styleUrl === null) map.setStyle(baseStyle())
  }
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', recolour)
  const theme = new MutationObserver(recolour)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return {
    setSpots: (spots) => {
      // The best one leads its cluster.
      shown = spots.toSorted((a, b) => Number(b.isBest ?? false) - Number(a.isBest ?? false))
      fit(shown, true)
      arrange()
    },
    remove: () => {
      dark.removeEventListener('change', recolour)
      theme.disconnect()
      map.remove()
    },
  }
}

const pointOf = ({ x, y }: { x: number; y: number }) => ({ x, y })
