import type { TObject } from 'typebox'
import type { RouteInput, TypedInput } from '../edge/route.ts'
import type { Role } from './roles.ts'
import type { SignedInMember, Visitor } from './sessions.ts'

/** A call of the dashboard, with a session instead of a key. Not part of the public API. */
interface OwnText {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /app/api. */
  path: string
  params?: TObject
  query?: TObject
  body?: TObject
  /** What somebody must be to call it. Default: viewers read, members also change. */
  needs?: Role | 'operator'
  /** Open to people who have yet to set up the second factor that their account requires. */
  isEnrolling?: true
  /** The browser opens it itself, from wherever: it changes nothing that the visitor has not begun. */
  isOpenedByBrowser?: true
}

export interface OwnAnswer {
  body: unknown
  /** Of a file. */
  headers?: Readonly<Record<string, string>>
  cookies?: string[]
  /** Where the browser goes next, on this server or to the provider. */
  location?: string
}

/** Routes without a session: signing in and out. */
export interface OpenRoute extends OwnText {
  kind: 'open'
  handle(asked: RouteInput, visitor: Visitor): Promise<OwnAnswer>
}

export interface MemberRoute extends OwnText {
  kind: 'member'
  handle(asked: RouteInput, member: SignedInMember, visitor: Visitor): Promise<OwnAnswer>
}

export type OwnRoute = OpenRoute | MemberRoute

export function openRoute<const Text extends OwnText>(
  text: Text,
  handle: (asked: TypedInput<Text>, visitor: Visitor) => Promise<OwnAnswer>,
): OpenRoute {
  return { ...text, kind: 'open', handle }
}

export function memberRoute<const Text extends OwnText>(
  text: Text,
  handle: (asked: TypedInput<Text>, member: SignedInMember, visitor: Visitor) => Promise<OwnAnswer>,
): MemberRoute {
  return { ...text, kind: 'member', handle }
}
