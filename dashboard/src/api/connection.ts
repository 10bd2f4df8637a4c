import { useSyncExternalStore } from 'react'
import { Fault } from './fault.ts'

/** How long to wait before the server is tried again. */
const PAUSE_MS = 2000

let isLost = false
const listeners = new Set<() => void>()

function set(lost: boolean): void {
  if (lost === isLost) return
  isLost = lost
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Whether the server does not answer: it restarts, or the browser is offline. */
export const useIsLost = () => useSyncExternalStore(subscribe, () => isLost)

/** A small file of the server. */
export async function tryServer(): Promise<boolean> {
  try {
    set(!(await fetch('/map.json', { cache: 'no-store' })).ok)
  } catch {
    set(true)
  }
  return !isLost
}

let waiting: Promise<void> | undefined

/** Tries the server until it answers. */
async function untilBack(): Promise<void> {
  waiting ??= (async () => {
    while (!(await tryServer())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    waiting = undefined
  })()
  return waiting
}

const GATEWAY_FAULTS = new Set([502, 503, 504])

/** Like `fetch`. If nothing answers, or only a proxy before the server, the page says so until the server is back. */
export async function reach(path: string, init?: RequestInit): Promise<Response> {
  let response: Response | null
  try {
    response = await fetch(path, init)
  } catch {
    response = null
  }
  const isOurs = response?.headers.get('content-type')?.includes('json')
  if (response && (isOurs || !GATEWAY_FAULTS.has(response.status))) return response
  set(true)
  void untilBack()
  const message = 'The server cannot be reached. Check your connection and try again.'
  throw new Fault(0, { code: 'unreachable', message, request_id: '' })
}

const RELOADED = 'vacancy.reloaded-for'

/** Loads a part of the page. While the server is away it waits; after an update the part has another name, and the page is loaded again. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await tryServer()) {
        // Some browsers remember that a part failed. A second time, it is another fault.
        if (sessionStorage.getItem(RELOADED) === location.href) throw error
        sessionStorage.setItem(RELOADED, location.href)
        location.reload()
        return new Promise<Part>(() => {})
      }
      await untilBack()
    }
  }
}

/** A link out of the dashboard, such as the one to the API reference, is followed once the server answers. */
export function guardLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !link || !isPlain || link.target !== '' || link.hasAttribute('download'))
      return
    if (link.origin !== location.origin || link.pathname === location.pathname) return
    event.preventDefault()
    void tryServer().then((isThere) => (isThere ? location.assign(link.href) : untilBack()))
  })
}
