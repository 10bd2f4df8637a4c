import type { Catalog } from '../sources/catalog/catalog.ts'
import type { SourceReport } from '../sources/checks/report.ts'

/** The check of `vacancy sources check`, for one source. Loaded on first use: only operators need it. */
export function testSourceOf(catalog: Catalog): (sourceId: string) => Promise<SourceReport> {
  return async (sourceId) => {
    const { checkAll } = await import('../admin/check-all.ts')
    const [report] = await checkAll(catalog, sourceId, undefined)
    if (!report) throw new Error(`the source ${sourceId} was not checked`)
    return report
  }
}
