import { OPERATIONS } from './generated/operations.ts'
import type { Input, OperationMethods, OperationName } from './operation.ts'
import type { CallOptions, Received } from './send.ts'

/** The operations that list something. */
export type ListName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['list'] extends string ? Name : never
}[OperationName]

type Page<Name extends ListName> = Awaited<ReturnType<OperationMethods[Name]>>['data']

type Row<Name extends ListName> =
  Page<Name> extends Record<(typeof OPERATIONS)[Name]['list'] & string, (infer One)[]> ? One : never

/** Without the cursor, which the iterator knows. */
type Filter<Name extends ListName> = Omit<Input<Name>, 'cursor'>

type Arguments<Taken> =
  Record<string, never> extends Taken
    ? [input?: Taken, options?: CallOptions]
    : [input: Taken, options?: CallOptions]

export type ListMethods = {
  [Name in ListName]: (...args: Arguments<Filter<Name>>) => AsyncGenerator<Row<Name>, void, void>
}

type Ask = (input: object, options?: CallOptions) => Promise<Received>

export function listMethods(operations: OperationMethods): ListMethods {
  const methods = Object.entries(OPERATIONS).flatMap(([name, { list, query }]) =>
    list === null
      ? []
      : [
          [
            name,
            rowsOf(
              Reflect.get(operations, name) as Ask,
              list,
              (query as readonly string[]).includes('after'),
            ),
          ],
        ],
  )
  return Object.fromEntries(methods) as ListMethods
}

/** The next page of events begins after an event, that of other lists at a cursor. */
function rowsOf(ask: Ask, list: string, isByEvent: boolean) {
  return async function* rows(
    input: object = {},
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, void> {
    let next: object = {}
    for (;;) {
      const { data } = await ask({ ...input, ...next }, options)
      const page = data as Record<string, unknown>
      yield* page[list] as unknown[]
      const cursor = page['next_cursor'] ?? null
      if (cursor === null) return
      next = isByEvent ? { after: cursor } : { cursor }
    }
  }
}
