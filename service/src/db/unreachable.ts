/** What keeps a process from its database, by the code of the error. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections; is it running?',
  ECONNRESET: 'cuts the connection; is it a PostgreSQL, and is it up?',
  ENOTFOUND: 'is on a machine whose name nobody knows; is the host right?',
  EAI_AGAIN: 'is on a machine whose name cannot be looked up now; is the network up?',
  ETIMEDOUT: 'does not answer; is it running, and may this machine reach it?',
  '57P03': 'is starting or stopping; try again in a few seconds',
  '53300': 'has no connection left; raise its max_connections, or run fewer processes',
  '28P01': 'does not accept this name and password',
  '28000': 'does not let this user in; see its pg_hba.conf',
  '3D000': 'does not exist on its server; make it with `createdb`',
}

/** The driver gives no code when it stops waiting for a connection. */
const GAVE_UP = /timeout expired|connection timeout/

/** Says in one line why the database cannot be reached; null where that is not what happened. */
export function explainUnreachable(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code = '' } = error as { code?: string }
  const cause = CAUSES[GAVE_UP.test(error.message) ? 'ETIMEDOUT' : code]
  return cause === undefined ? null : `the database of DATABASE_URL ${cause}`
}
