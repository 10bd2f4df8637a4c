/** Icons on a 16-pixel grid, in the text colour. */
const PATHS = {
  overview: 'M2 13V8m4 5V4m4 9V6m4 7V2.5',
  keys: 'M10.5 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM8 8l-5.5 5.5M4.5 11.5l1.5 1.5',
  explorer: 'M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2Zm3.6 8.6L14 14',
  awards: 'm8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z',
  trips: 'M5.5 5V3h5v2M2 5h12v8.5H2zM2 9h12M8 8.2v1.6',
  map: 'M1.5 3.5 6 2l4 1.5L14.5 2v10.5L10 14l-4-1.5L1.5 14zM6 2v10.5M10 3.5V14',
  hotel: 'M3 14V2.5h7V14M10 6.5h3V14M1.5 14h13M5.5 5.2h2M5.5 7.8h2M5.5 10.4h2',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.3-1.3a3 3 0 0 1 4.3 4.3L11.4 8.8M8.9 11.4l-1.3 1.4a3 3 0 0 1-4.3-4.3L4.5 7.2',
  schedules: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.5V8l2.6 1.6',
  endpoints: 'M1.8 3.5h12.4v9H1.8zM2 4l6 4.8L14 4',
  jobs: 'M2.5 4h11M2.5 8h11M2.5 12h6',
  watches: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  bookings: 'M1.5 13V4m0 7h13m0 2V9a2 2 0 0 0-2-2H7v4M4.3 7a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 4.3 7Z',
  events: 'M8 1.8v1.4M3.8 11.5V7.4a4.2 4.2 0 0 1 8.4 0v4.1l1.3 1.2h-11zM6.7 14.3h2.6',
  requests: 'M2 4.5h9m0 0L8.5 2M11 4.5 8.5 7M14 11.5H5m0 0L7.5 9M5 11.5 7.5 14',
  start: 'M5 2.5v11l8-5.5z',
  members:
    'M6 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3a2.3 2.3 0 0 1 0 4.4m1.3 2.4c1.4.5 2.2 1.8 2.2 3.7',
  account: 'M8 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM2.5 14c0-2.8 2.4-4.5 5.5-4.5s5.5 1.7 5.5 4.5',
  operator: 'M2 3.5h12v4H2zm0 5h12v4H2zM4.5 5.5h.1m-.1 5h.1',
  status: 'M1.5 8.5h3L6.5 3l3 10 2-4.5h3',
  docs: 'M3 2.5h6.5L13 6v7.5H3zM9.3 2.7V6.2h3.5M5.5 9h5M5.5 11.3h3',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.3m0 10.4v1.3M1.5 8h1.3m10.4 0h1.3M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  auto: 'M2 3h12v8H2zm3.5 11h5M8 11v3',
  warning: 'M8 2.2 14.6 13.5H1.4zM8 6.3v3.4m0 1.7v.2',
  leave: 'M6.5 13.5h-4v-11h4m3.5 3L12.8 8 10 10.6M12.5 8h-7',
  arrow: 'M3 8h10m-4-4 4 4-4 4',
  down: 'M8 2.5v8m-3.5-3L8 11l3.5-3.5M2.5 13.5h11',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
