import type { Page } from 'playwright-core'

/** The format of a picture. `phone` is light. */
export const LOOKS = {
  light: { colorScheme: 'light', width: 1280, height: 860 },
  dark: { colorScheme: 'dark', width: 1280, height: 860 },
  phone: { colorScheme: 'light', width: 390, height: 844 },
} as const

export type Look = keyof typeof LOOKS

/** One page to take a picture of. */
export interface View {
  name: string
  path: string
  /** Steps before the picture. */
  prepare?: (page: Page) => Promise<void>
  /** The format used in the documentation. */
  look: Look
  /** Height of the picture. */
  height?: number
  isPublic?: true
}
