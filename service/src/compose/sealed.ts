import { sealedAnswers } from '../edge/sealed-answers.ts'
import type { SealedValues } from '../secrets/sealed-values.ts'
import { hookSecrets } from '../webhooks/hooks.ts'

/** Everything in the database that is encrypted with SECRET_KEY. */
export const SEALED_VALUES: readonly SealedValues[] = [hookSecrets, sealedAnswers]
