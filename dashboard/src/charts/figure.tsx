import { type ReactNode, useId, useState } from 'react'
import { SaveTable } from '../files/save-table.tsx'
import { Segments } from '../ui/field.tsx'
import { Table } from '../ui/page.tsx'
import type { FigureTable, FigureValue } from './figure-table.ts'

interface FigureProps {
  title: string
  /** What the chart says, in words. */
  words?: ReactNode
  table: FigureTable
  /** The name of its file, without ending. */
  file: string
  /** The chart itself. Screen readers get the words and the table instead. */
  children: ReactNode
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** A chart with its numbers as a table and as a file. */
export function Figure({ title, words, table, file, children }: FigureProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const id = useId()
  return (
    <figure className="figure-box" aria-labelledby={id}>
      <div className="figure-head">
        <figcaption id={id}>{title}</figcaption>
        <div className="figure-tools">
          <Segments label={`Show ${title} as`} value={view} options={VIEWS} onChoose={setView} />
          <SaveTable
            title={title}
            file={file}
            table={{ columns: table.columns.map((column) => column.title), rows: table.rows }}
          />
        </div>
      </div>
      {words && <p className="figure-words">{words}</p>}
      {view === 'chart' ? children : <Numbers title={title} table={table} />}
    </figure>
  )
}

function Numbers({ title, table: { columns, rows, show = String } }: { title: string; table: FigureTable }) {
  const written = (value: FigureValue, column: number) => {
    if (value === null) return <span className="faint">–</span>
    return typeof value === 'number' ? show(value, column) : value
  }
  return (
    <div className="figure-table">
      <Table label={title}>
        <thead>
          <tr>
            {columns.map(({ title: head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = null, ...values]) => (
            <tr key={name}>
              <th scope="row">{written(name, 0)}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]?.title} className={columns[index + 1]?.isNumber ? 'number' : ''}>
                  {written(value, index + 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
