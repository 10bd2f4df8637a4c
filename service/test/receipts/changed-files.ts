import { generateKeyPairSync } from 'node:crypto'
import { compareAnswer } from '../../src/admin/compare-answer.ts'
import { signReceipt } from '../../src/receipts/receipt.ts'
import { type ReceiptFile, readReceiptFile, verifyReceipt } from '../../src/receipts/verify.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'

/** Whether a changed file passes. */
export async function verifyChanged(
  text: string,
  settings: Parameters<typeof verifyReceipt>[1],
): Promise<boolean> {
  try {
    return (await verifyReceipt(readReceiptFile(text), settings)).every(({ holds }) => holds)
  } catch (error) {
    if (String(error).startsWith('Error: This is not')) return false
    throw error
  }
}

/** Signed by somebody else. */
export async function checksOfAnswer(file: ReceiptFile): Promise<(string | null)[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { signature: _signature, ...unsigned } = file.receipt
  const receipt = signReceipt(unsigned, { id: 'rck_other', privateKey })
  const keys = new Map([['rck_other', publicKey]])
  const settings = { keys, families: RATE_FAMILIES, compare: compareAnswer }
  const checks = await verifyReceipt({ receipt, bodies: file.bodies }, settings)
  return checks.filter(({ holds }) => !holds).map(({ why }) => why)
}
