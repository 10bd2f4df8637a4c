import type { RequestDetail } from '../api/account-queries.ts'

/** The fields that were sent. Null if there were none, or they are not kept. */
export function readBody({ body }: Pick<RequestDetail, 'body'>): Record<string, unknown> | null {
  if (body === null) return null
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
