import { randomUUID } from 'node:crypto'
import type { HotelDescription } from '../../world/description.ts'
import { hashText } from '../../world/hash.ts'
import type { World } from '../../world/world.ts'
import { zipped } from '../../zip.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'

/** The vendor's static file of all hotels: an address that lives an hour, and behind it zipped JSON lines. */
export const DOWNLOAD_URL = '/feed/v1/download-url'
export const FILES = '/feeds/'

const MEDIA_TYPE = 'application/vnd.exp-lodging.v1+json'
const NAME = 'expedia-lodging-summary-en_us-all'
const LINK_LIVES_MS = 3_600_000
const LINES_PER_FILE = 2_000
const SECRET = 'the sandbox signs its links'

export interface FeedFiles {
  downloadUrl(request: WireRequest): WireAnswer
  /** Needs no credentials: the address itself is the permission. */
  file(request: WireRequest): WireAnswer
}

export function createFeedFiles(world: World, source: string): FeedFiles {
  let edition: { updatedMs: number; archive: Buffer } | undefined

  /** Made once, and again after a change of any hotel. */
  const latest = (): { updatedMs: number; archive: Buffer } => {
    const all = world.descriptions(source)
    const updatedMs = all.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs), 0)
    if (edition?.updatedMs !== updatedMs) edition = { updatedMs, archive: archiveOf(all) }
    return edition
  }

  return {
    downloadUrl({ query, headers }) {
      if (query.get('type') !== 'SUMMARY') {
        const error = { code: 'INVALID_TYPE_ATTR', description: 'Invalid type provided.' }
        return json(400, { transactionId: randomUUID(), error })
      }
      const { updatedMs, archive } = latest()
      const expiresMs = world.now() + LINK_LIVES_MS
      const link = new URLSearchParams({ expires: String(expiresMs), signature: signatureOf(expiresMs) })
      return json(200, {
        transactionId: randomUUID(),
        bestMatchedFile: {
          fileContentType: 'Summary',
          locale: 'en-US',
          fileName: `${NAME}.jsonl.zip`,
          size: { unit: 'KB', value: Math.ceil(archive.length / 1024) },
          fileLastUpdated: new Date(updatedMs).toISOString(),
          downloadUrl: `http://${headers['host'] ?? 'sandbox'}/${source}${FILES}${NAME}.jsonl.zip?${link.toString()}`,
          downloadUrlExpires: new Date(expiresMs).toISOString(),
        },
      })
    },
    file({ query }) {
      const expiresMs = Number(query.get('expires'))
      if (query.get('signature') !== signatureOf(expiresMs)) return denied('SignatureDoesNotMatch')
      if (expiresMs <= world.now()) return denied('AccessDenied', 'Request has expired')
      return { status: 200, headers: { 'content-type': 'application/zip' }, body: '', file: latest().archive }
    },
  }
}

function archiveOf(all: readonly HotelDescription[]): Buffer {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const lines = all
    .filter(({ closedAtMs }) => closedAtMs === null)
    .map((description) => JSON.stringify(lineOf(description, names)))
  const count = Math.ceil(lines.length / LINES_PER_FILE)
  return zipped(
    Array.from({ length: count }, (_, index) => ({
      name: `${NAME.replace('-all', `-${index + 1}-all`)}.jsonl`,
      text: `${lines.slice(index * LINES_PER_FILE, (index + 1) * LINES_PER_FILE).join('\n')}\n`,
    })),
  )
}

function lineOf({ listing, region, postalCode }: HotelDescription, names: Intl.DisplayNames): object {
  const number = listing.code.replace(/^h(?=\d+$)/, '')
  return {
    propertyId: {
      expedia: number === listing.code ? number : '',
      hcom: listing.brand === 'B' ? number : '',
      vrbo: '',
    },
    propertyType: { id: 1, name: 'Hotel' },
    propertyName: listing.name,
    address1: listing.address,
    address2: '',
    city: listing.city,
    province: region ?? '',
    country: names.of(listing.country) ?? listing.country,
    postalCode,
    geoLocation: { latitude: String(listing.lat), longitude: String(listing.lng), obfuscated: false },
  }
}

function signatureOf(expiresMs: number): string {
  return hashText(`${SECRET} ${expiresMs}`).toString(16)
}

function json(status: number, body: object): WireAnswer {
  return { status, headers: { 'content-type': MEDIA_TYPE }, body: JSON.stringify(body) }
}

/** As the storage behind the address refuses. */
function denied(code: string, message = 'Access Denied'): WireAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return { status: 403, headers: { 'content-type': 'application/xml' }, body }
}
