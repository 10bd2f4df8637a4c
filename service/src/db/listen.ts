import pg from 'pg'
import { CONNECT_MS } from './pool.ts'

export interface Listener {
  close(): Promise<void>
}

const AGAIN_MS = 1000

/**
 * Listens on its own connection and reconnects when that breaks. Notifications may be lost meanwhile, so the caller must also
 * poll now and then. `onListening` is called whenever it begins to listen: what was announced before is not heard.
 */
export function listen(
  url: string,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void = () => {},
): Listener {
  let closed = false
  let current: pg.Client | null = null
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `vacancy ${channel}`,
      connectionTimeoutMillis: CONNECT_MS,
    })
    let lost = false
    const again = () => {
      if (lost || closed) return
      lost = true
      setTimeout(() => void connect(), AGAIN_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      current = client
      onListening()
    } catch {
      void client.end().catch(() => {})
      again()
    }
  }
  void connect()
  return {
    close: async () => {
      closed = true
      await current?.end().catch(() => {})
    },
  }
}
