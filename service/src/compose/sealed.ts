import { boardTokens } from '../boards/link.ts'
import { sealedAnswers } from '../edge/sealed-answers.ts'
import { feedTokens } from '../feeds/token.ts'
import { receiptKeys } from '../receipts/keys.ts'
import { receiptTokens } from '../receipts/links.ts'
import type { SealedValues } from '../secrets/sealed-values.ts'
import { totpSecrets } from '../sessions/factors/store.ts'
import { sourceSecrets } from '../sources/store/store.ts'
import { hookSecrets } from '../webhooks/hooks.ts'

/** Everything in the database that is encrypted with SECRET_KEY. */
export const SEALED_VALUES: readonly SealedValues[] = [
  hookSecrets,
  sealedAnswers,
  sourceSecrets,
  feedTokens.values,
  boardTokens.values,
  receiptKeys,
  receiptTokens.values,
  totpSecrets,
]
