import type { StyleSpecification } from 'maplibre-gl'

declare global {
  interface ImportMetaEnv {
    /** Where the tiles of the map are, set by the build. */
    readonly MAP_TILES: string
  }
}

/** The bundled map in the colours of the page. */
export function baseStyle(): StyleSpecification {
  const tone = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const [sea, land, coast, text] = [tone('--sea'), tone('--land'), tone('--coast'), tone('--text-faint')]
  const layer = { source: 'base' } as const
  return {
    version: 8,
    sources: {
      base: {
        type: 'vector',
        tiles: [`${location.origin}${import.meta.env.MAP_TILES}/{z}/{x}/{y}.pbf`],
        maxzoom: 5,
        attribution: 'Natural Earth · GeoNames',
      },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land', type: 'fill', ...layer, 'source-layer': 'land', paint: { 'fill-color': land } },
      {
        id: 'urban',
        type: 'circle',
        ...layer,
        'source-layer': 'towns',
        minzoom: 6,
        paint: {
          'circle-color': coast,
          'circle-opacity': 0.35,
          'circle-blur': 0.6,
          // A town of 4 million covers about 30 km, and grows with the zoom as the land does.
          'circle-radius': [
            'interpolate',
            ['exponential', 2],
            ['zoom'],
            6,
            ['*', 0.006, ['sqrt', ['get', 'people']]],
            12,
            ['*', 0.38, ['sqrt', ['get', 'people']]],
          ],
        },
      },
      { id: 'lakes', type: 'fill', ...layer, 'source-layer': 'lakes', paint: { 'fill-color': sea } },
      {
        id: 'rivers',
        type: 'line',
        ...layer,
        'source-layer': 'rivers',
        paint: { 'line-color': sea, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 10, 4] },
      },
      {
        id: 'coast',
        type: 'line',
        ...layer,
        'source-layer': 'land',
        paint: { 'line-color': coast, 'line-width': 0.8 },
      },
      {
        id: 'borders',
        type: 'line',
        ...layer,
        'source-layer': 'borders',
        paint: { 'line-color': coast, 'line-width': 1, 'line-dasharray': [4, 2] },
      },
      {
        id: 'towns',
        type: 'symbol',
        ...layer,
        'source-layer': 'towns',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['sans-serif'],
          'text-size': ['interpolate', ['linear'], ['log10', ['get', 'people']], 4, 10, 7, 15],
          'symbol-sort-key': ['-', ['get', 'people']],
          'text-padding': 6,
        },
        paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.2 },
      },
    ],
  }
}
