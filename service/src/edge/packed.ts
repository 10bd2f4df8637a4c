import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { storedBody } from './body.ts'
import { hasCopy } from './kept-copy.ts'
import type { Visitor } from './route.ts'
import { notModified, type Served } from './served.ts'

/** A large document that is the same for everybody: compressed once, and not copied for each reader. */
export interface Packed {
  plain: Buffer
  zipped: Buffer
  /** A hash of its content. */
  tag: string
}

const zip = promisify(gzip)

export async function packed(plain: Buffer): Promise<Packed> {
  const tag = createHash('sha256').update(plain).digest('base64url')
  return { plain, zipped: await zip(plain), tag }
}

/** `headers` come on top of those of every such document. */
export function answerPacked(
  { plain, zipped, tag }: Packed,
  visitor: Visitor,
  headers: Served['headers'] = {},
): Served {
  const all = { etag: `W/"${tag}"`, 'cache-control': 'no-cache', vary: 'accept-encoding', ...headers }
  if (hasCopy(visitor, all)) return notModified(all)
  return visitor.takesGzip
    ? { status: 200, headers: { ...all, 'content-encoding': 'gzip' }, body: storedBody(zipped) }
    : { status: 200, headers: all, body: storedBody(plain) }
}
