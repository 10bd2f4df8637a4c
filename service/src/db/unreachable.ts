/** Why the database cannot be reached, by error code. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections. Is it running?',
  ECONNRESET: 'closes the connection. Is it PostgreSQL, and is it running?',
  ENOTFOUND: 'is on a host that cannot be found. Is the host name right?',
  EAI_AGAIN: 'is on a host that cannot be looked up at the moment. Is the network up?',
  ETIMEDOUT: 'does not answer. Is it running, and can this machine reach it?',
  '57P03': 'is starting or stopping. Try again in a few seconds.',
  '53300': 'has no free connections. Raise its max_connections, or run fewer processes.',
  '28P01': 'rejects this user name and password.',
  '28000': 'rejects this user. See its pg_hba.conf.',
  '3D000': 'does not exist on its server. Create it with `createdb`.',
}

/** The driver sets no code on a connection timeout. */
const GAVE_UP = /timeout expired|connection timeout/

/** One line that says why the database cannot be reached; null for any other error. */
export function explainUnreachable(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code = '' } = error as { code?: string }
  const cause = CAUSES[GAVE_UP.test(error.message) ? 'ETIMEDOUT' : code]
  return cause === undefined ? null : `The database of DATABASE_URL ${cause}`
}
