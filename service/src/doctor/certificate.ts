import { once } from 'node:events'
import { connect } from 'node:tls'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

const CHECK = 'certificate'
const SOON_DAYS = 14
const PATIENCE_MS = 3000
const ADVICE = 'Renew it at the proxy in front of this server.'

/** Of PUBLIC_URL; nothing if it is not https. */
export async function checkCertificate({ publicUrl }: Pick<Installation, 'publicUrl'>): Promise<Finding[]> {
  if (!publicUrl.startsWith('https:')) return []
  const { hostname, port } = new URL(publicUrl)
  try {
    const { validTo, refusal } = await presentedBy(hostname, port === '' ? 443 : Number(port))
    const daysLeft = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000)
    const until = new Date(validTo).toISOString().slice(0, 10)
    if (daysLeft < 0) return [problem(CHECK, `the certificate for ${hostname} expired on ${until}`, ADVICE)]
    if (refusal !== null)
      return [warning(CHECK, `the certificate for ${hostname} is not trusted here: ${refusal}`, TRUST)]
    const found = `the certificate for ${hostname} is valid until ${until}`
    return [daysLeft < SOON_DAYS ? warning(CHECK, found, ADVICE) : good(CHECK, found)]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [warning(CHECK, `${publicUrl} cannot be reached from this machine: ${why}`, REACH)]
  }
}

const TRUST =
  'Browsers may refuse it. Use a certificate from a known authority, or install yours in the browsers.'
const REACH = 'Check PUBLIC_URL and the proxy. If other machines reach it, nothing is wrong.'

async function presentedBy(host: string, port: number): Promise<{ validTo: string; refusal: string | null }> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    const refusal = socket.authorized ? null : String(socket.authorizationError)
    return { validTo: socket.getPeerCertificate().valid_to, refusal }
  } finally {
    socket.destroy()
  }
}
