import type { Role } from '../api/own-shapes.ts'

/** What each role may do, the most first. */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Owner', may: 'Owners can do everything, including managing members.' },
  member: { name: 'Member', may: 'Members can spend credits and change everything but the members.' },
  viewer: { name: 'Viewer', may: 'Viewers can look at everything, and cannot spend or change anything.' },
}

export const ROLES = Object.keys(ROLE_WORDS) as Role[]
