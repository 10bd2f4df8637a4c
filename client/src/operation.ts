import type { OPERATIONS, Operations } from './generated/operations.ts'
import type { Quote } from './generated/shapes.ts'
import type { CallOptions, Receipt } from './send.ts'

export type OperationName = keyof Operations

/** The operations that have a dry run. */
export type QuotableName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['isQuotable'] extends true ? Name : never
}[OperationName]

/** Without `dry_run`, which changes the type of the answer: quotes have methods of their own. */
export type Input<Name extends OperationName> = Omit<Operations[Name]['input'], 'dry_run'>

/** A union by status, so that checking `status` narrows `data`. */
export type Answer<Name extends OperationName> = {
  [Status in keyof Operations[Name]['answers']]: Receipt & {
    status: Status
    data: Operations[Name]['answers'][Status]
  }
}[keyof Operations[Name]['answers']]

export type QuoteAnswer = Receipt & { status: 200; data: Quote }

/** The input is optional if it has no required field. */
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
