import pg from 'pg'
import { type Client, CONNECT_MS } from '../db/pool.ts'

/** Both sides must write and read values the same way, whatever the server's defaults are. Copying may take hours. */
const SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set row_security = off`

/** A connection of its own, for one long transaction. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vacancy backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end()
  }
}
