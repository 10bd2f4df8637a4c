import { differenceInParity } from '../parity/same-rows.ts'
import { differenceInStay } from '../rates/same-rows.ts'
import type { CompareAnswer } from '../receipts/verify.ts'

/** Whether the answer of a receipt follows from its bodies, by the call that it is of. */
export const compareAnswer: CompareAnswer = (receipt, read) =>
  receipt.endpoint === 'parity' ? differenceInParity(receipt, read) : differenceInStay(receipt, read)
