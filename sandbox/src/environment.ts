import type { WireSource } from './sources.ts'

/**
 * The environment variables with which a client reaches a sandbox: its address, those of the reference rates, and the
 * credentials of every source by source and name, as `AURELIA_CLIENT_ID`.
 */
export function environmentOf(url: string, sources: readonly WireSource[]): Record<string, string> {
  const environment: Record<string, string> = {
    SANDBOX_URL: url,
    FX_URL: `${url}/fx/eurofxref-hist.xml`,
    FX_EXTRA_URL: `${url}/fx_extra/rates.json`,
  }
  for (const { id, credentials } of sources) {
    for (const [name, value] of Object.entries(credentials)) {
      environment[`${id}_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase()] = value
    }
  }
  return environment
}

/** The address that clients on this machine use to reach a server listening on the given one. */
export function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
