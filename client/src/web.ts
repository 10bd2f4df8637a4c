/**
 * The types of the web that the client's own types name. A project may have them from the library `dom`, from the types of Node, or
 * not at all; the client's types hold in each.
 */
type Global<Constructor, Otherwise> = Constructor extends { prototype: infer Instance } ? Instance : Otherwise

type Named<Name extends string> =
  typeof globalThis extends Record<Name, infer Constructor> ? Constructor : never

interface FewHeaders {
  get(name: string): string | null
  has(name: string): boolean
}

interface SmallSignal {
  readonly aborted: boolean
}

/** `Headers` of the Fetch API. */
export type WebHeaders = [Named<'Headers'>] extends [never]
  ? FewHeaders
  : Global<Named<'Headers'>, FewHeaders>

/** `AbortSignal`. */
export type Signal = [Named<'AbortSignal'>] extends [never]
  ? SmallSignal
  : Global<Named<'AbortSignal'>, SmallSignal>

/** A file: a `ReadableStream` of bytes, which can be iterated. */
export type FileStream = AsyncIterable<Uint8Array<ArrayBuffer>> &
  ([Named<'ReadableStream'>] extends [never] ? unknown : Global<Named<'ReadableStream'>, unknown>)

/** Replaces the global `fetch`. */
export type Fetch = typeof globalThis extends { fetch: infer Known }
  ? Known extends (url: string, init: infer Init) => infer Answer
    ? (url: string, init: NonNullable<Init>) => Answer
    : never
  : (url: string, init: object) => Promise<object>
