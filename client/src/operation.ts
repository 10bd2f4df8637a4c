import type { OPERATIONS, Operations } from './generated/operations.ts'
import type { Quote } from './generated/shapes.ts'
import type { CallOptions, Receipt } from './send.ts'

export type OperationName = keyof Operations

/** Those that can be quoted, and what they take for it. */
export type QuotableName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['isQuotable'] extends true ? Name : never
}[OperationName]

/** `dry_run` is not asked for here: it would change what is answered, so quotes have methods of their own. */
export type Input<Name extends OperationName> = Omit<Operations[Name]['input'], 'dry_run'>

/** By status, so that looking at it tells which of the answers it is. */
export type Answer<Name extends OperationName> = {
  [Status in keyof Operations[Name]['answers']]: Receipt & {
    status: Status
    data: Operations[Name]['answers'][Status]
  }
}[keyof Operations[Name]['answers']]

export type QuoteAnswer = Receipt & { status: 200; data: Quote }

/** What has no required field can be left out. */
type Arguments<Taken> =
  Record<string, never> extends Taken
    ? [input?: Taken, options?: CallOptions]
    : [input: Taken, options?: CallOptions]

export type OperationMethods = {
  [Name in keyof Operations]: (...args: Arguments<Input<Name>>) => Promise<Answer<Name>>
}

export type QuoteMethods = {
  [Name in QuotableName]: (...args: Arguments<Input<Name>>) => Promise<QuoteAnswer>
}
