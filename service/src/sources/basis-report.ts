import type { Source } from './catalog/catalog.ts'
import type { CircuitLog } from './circuit.ts'
import type { LowestAnswer, SourceFailure, StayAnswer } from './source.ts'

type AnsweredRow = { lowest: LowestAnswer } | { failure: SourceFailure }

/**
 * The catalog's tax basis is only an expectation; each answer states its own. A difference is logged once, so that the operator
 * can correct the entry.
 */
export interface BasisReport {
  ofStay(answer: StayAnswer): StayAnswer
  ofRows<Row extends AnsweredRow>(rows: Row[]): Row[]
}

export function createBasisReport({ id, taxIncluded }: Source, log: CircuitLog): BasisReport {
  let told = taxIncluded === null

  function look(hotelCode: string | undefined, quoted: readonly (boolean | null)[]): void {
    if (told || !quoted.some((basis) => basis !== null && basis !== taxIncluded)) return
    told = true
    log.warn({ source: id, hotelCode, taxIncluded }, 'rates are on another tax basis than the catalog says')
  }

  return {
    ofStay(answer) {
      const priced = answer.rooms.flatMap(({ rates }) => rates.filter((rate) => rate.pricePerNight !== null))
      look(
        answer.hotel?.hotelCode,
        priced.map((rate) => rate.taxIncluded),
      )
      return answer
    },
    ofRows(rows) {
      for (const row of rows) {
        if (!('lowest' in row)) continue
        const { hotelCode, status, taxIncluded: quoted } = row.lowest
        if (status === 'available') look(hotelCode, [quoted])
      }
      return rows
    },
  }
}
