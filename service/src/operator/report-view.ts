import type { SourceReport } from '../sources/checks/report.ts'

/** What a check of a source found. */
export function reportView({ id, works, problem, hotelCode, quotas, outcomes }: SourceReport) {
  return {
    id,
    works,
    problem,
    hotel_code: hotelCode,
    quotas,
    capabilities: outcomes.map(({ capability, result, reason, detail, latencyMs }) => ({
      capability,
      result,
      reason,
      detail,
      latency_ms: latencyMs,
    })),
  }
}
