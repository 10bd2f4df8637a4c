import { useMutation } from '@tanstack/react-query'
import type { TextTable } from '@vacancy/client/sheets/in-memory'
import { saveBlob, saveText } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { csvOf } from './csv.ts'

interface SaveTableProps {
  /** What the table says, in words. */
  title: string
  /** The name of the file, without ending. */
  file: string
  table: TextTable
}

/** A table that the page has, as CSV and as a workbook. */
export function SaveTable({ title, file, table }: SaveTableProps) {
  const save = useMutation({ mutationFn: () => saveWorkbook(title, file, table) })
  return (
    <>
      <Button className="small" icon="down" onClick={() => saveText(`${file}.csv`, csvOf(table), 'text/csv')}>
        CSV
      </Button>
      <Button className="small" icon="down" busy={save.isPending} onClick={() => save.mutate()}>
        Workbook
      </Button>
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}

/** Its writer is loaded when somebody wants one. */
export async function saveWorkbook(title: string, file: string, table: TextTable): Promise<void> {
  const { workbookOf } = await import('@vacancy/client/sheets/in-memory')
  saveBlob(`${file}.xlsx`, await workbookOf(title, table))
}
