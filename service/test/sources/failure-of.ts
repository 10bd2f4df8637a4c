import { SourceFailure } from '../../src/sources/source.ts'

/** The failure a question ends in; an answer, or an error of another kind, fails the test. */
export async function failureOf(answer: Promise<unknown>): Promise<SourceFailure> {
  const error: unknown = await answer.then(
    () => new Error('there was an answer'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof SourceFailure)) throw error
  return error
}
