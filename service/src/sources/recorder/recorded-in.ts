import type { AskOptions } from '../ask-options.ts'
import type { CallRecorder, RecordedQuestion } from '../call-watcher.ts'
import type { Source } from '../catalog/catalog.ts'

/** The options of a call that is recorded if the operator wants calls of its source, and nobody else keeps it. */
export function recordedIn(
  recorder: CallRecorder | undefined,
  source: Source,
  asked: RecordedQuestion,
  options: AskOptions,
): AskOptions {
  if (options.witness) return options
  const witness = recorder?.witness(source, asked)
  return witness ? { ...options, witness } : options
}
