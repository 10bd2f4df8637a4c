import { type BatchRow, SourceFailure } from '../source.ts'

/** Whether the code can belong to a vendor whose ids are whole numbers. */
export function isNumericId(code: string): boolean {
  return /^[1-9]\d{0,14}$/.test(code)
}

/**
 * A batch at a vendor with numeric ids. One other code makes it refuse the whole request, so such codes are sent separately.
 * Rows are returned in the requested order.
 */
export async function inNumericBatches(
  hotelCodes: readonly string[],
  rowsOf: (codes: readonly string[]) => Promise<BatchRow[]>,
): Promise<BatchRow[]> {
  const numeric = hotelCodes.filter(isNumericId)
  const others = hotelCodes.filter((code) => !isNumericId(code))
  const alone = numeric.length === 0
  const groups = await Promise.all([
    alone ? [] : rowsOf(numeric),
    others.length === 0 ? [] : rowsOf(others).catch((error: unknown) => failed(others, error, alone)),
  ])
  const byCode = new Map(groups.flat().map((row) => [row.hotelCode, row]))
  return hotelCodes.map((hotelCode) => byCode.get(hotelCode) ?? missing(hotelCode))
}

function failed(codes: readonly string[], error: unknown, alone: boolean): BatchRow[] {
  if (!(error instanceof SourceFailure) || (alone && error.kind !== 'not_found')) throw error
  return codes.map((hotelCode) => ({ hotelCode, failure: error }))
}

function missing(hotelCode: string): BatchRow {
  return { hotelCode, failure: new SourceFailure('broken', `${hotelCode} is not in the answer`) }
}
