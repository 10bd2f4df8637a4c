import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { anyTexts } from '../address.ts'

/** The form and answer that each page last had, so that leaving a page and coming back loses nothing. */
const last = new Map<string, Record<string, string>>()

/** The last page opened below an address that is only a heading for others. */
const lastBelow = new Map<string, string>()

export function useRememberTexts(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    last.set(pathname, anyTexts(search))
    lastBelow.set(`/${pathname.split('/')[1]}`, pathname)
  }, [pathname, search])
}

export function lastTexts(path: string): Record<string, string> {
  return last.get(path) ?? {}
}

export function lastPathBelow(path: string): string | undefined {
  return lastBelow.get(path)
}

export function forgetTexts(): void {
  last.clear()
  lastBelow.clear()
}
