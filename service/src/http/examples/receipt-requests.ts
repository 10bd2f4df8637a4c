import type { AnswerExample } from './example.ts'

/** The life of a receipt, in order. A hotel without rooms has short bodies. */
export const RECEIPT_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'shop_receipt',
    operationId: 'shop',
    summary: 'A night that is sold out, with a receipt',
    call: {
      method: 'POST',
      path: '/shop',
      body: { chain: 'castellan', hotel_code: 'SOLDOUT', checkin: '2028-01-15', receipt: true },
    },
  },
  {
    name: 'receipt',
    operationId: 'getReceipt',
    summary: 'The receipt',
    call: { method: 'GET', path: '/receipts/{receipt}' },
  },
  {
    name: 'receipts',
    operationId: 'listReceipts',
    summary: 'The only receipt so far',
    call: { method: 'GET', path: '/receipts' },
  },
  {
    name: 'receipt_bodies',
    operationId: 'getReceiptBodies',
    summary: 'What the source sent',
    call: { method: 'GET', path: '/receipts/{receipt}/bodies' },
  },
  {
    name: 'receipt_link',
    operationId: 'shareReceipt',
    summary: 'A page for others',
    call: { method: 'POST', path: '/receipts/{receipt}/link' },
  },
  {
    name: 'receipt_shared',
    operationId: 'getReceiptLink',
    summary: 'It is shared',
    call: { method: 'GET', path: '/receipts/{receipt}/link' },
  },
  {
    name: 'receipt_unlinked',
    operationId: 'unshareReceipt',
    summary: 'The page is gone',
    call: { method: 'DELETE', path: '/receipts/{receipt}/link' },
  },
  {
    name: 'receipt_keys',
    operationId: 'getReceiptKeys',
    summary: 'One key has signed so far',
    call: { method: 'GET', path: '/.well-known/vacancy-receipts.json' },
  },
]
