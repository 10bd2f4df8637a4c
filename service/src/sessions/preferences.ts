import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'

/** What somebody mostly comes for. Its page opens after the sign-in. */
const HOME_PAGES = ['points', 'my_hotels', 'developer', 'overview'] as const

export const HomePage = Type.Enum([...HOME_PAGES])

/** What a person chose for themselves. */
export interface Preferences {
  home_page?: (typeof HOME_PAGES)[number]
}

/** Replaces what is given, and keeps the rest. */
export async function savePreferences(pool: Pool, userId: string, chosen: Preferences): Promise<void> {
  await pool.query('update users set preferences = preferences || $2 where id = $1', [
    userId,
    JSON.stringify(chosen),
  ])
}
