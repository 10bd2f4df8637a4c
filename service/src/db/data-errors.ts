/** The SQLSTATE of an error from the database. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** SQLSTATE classes 22, 23 and 54: a value that a column, constraint or index rejects. All other errors are temporary. */
export function isAboutData(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '')
}
