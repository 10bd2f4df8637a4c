import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

/** The types of columns, as readers of Parquet see them. */
const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  /** Days since 1970. */
  date: { type: 'INT32', converted_type: 'DATE' },
  /** Milliseconds since 1970 as bigint, UTC. */
  moment: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  /** Whole ten-thousandths as bigint: no currency has more than four decimals, and columns mix currencies. */
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4 },
  /** Whole hundredths as bigint. */
  hundredths: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
} as const

export const MONEY_DIGITS = TYPES.money.scale

export interface ParquetColumn {
  name: string
  type: keyof typeof TYPES
  nullable: boolean
}

/** The values of some rows, column by column. */
export type RowGroup = readonly unknown[][]

/**
 * A Parquet file in pieces: each row group as soon as its rows are there, then the index. Memory stays at one group, however
 * long the file is and however slowly it is read.
 */
export async function* parquetPieces(
  columns: readonly ParquetColumn[],
  groups: AsyncIterable<RowGroup>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter(FIRST_BYTES)
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns) })
  for await (const group of groups) {
    const columnData = columns.map(({ name }, index) => ({ name, data: group[index] ?? [] }))
    await writer.write({ columnData, rowGroupSize: columnData[0]?.data.length ?? 1 })
    yield taken(bytes)
  }
  await writer.finish()
  yield taken(bytes)
}

const FIRST_BYTES = 64 * 1024

/** What was written since the last time. The writer keeps counting its place in the file. */
function taken(bytes: ByteWriter): Buffer {
  const piece = Buffer.from(bytes.getBuffer())
  bytes.index = 0
  return piece
}

function schemaOf(columns: readonly ParquetColumn[]) {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type, nullable }) => ({
      name,
      repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      ...TYPES[type],
    })),
  ]
}
