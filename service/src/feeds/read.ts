import { countTry } from '../accounts/throttle.ts'
import { FILE_TYPE } from '../cells/files.ts'
import { fileBody, storedBody } from '../edge/body.ts'
import type { FreeWork } from '../edge/free-work.ts'
import { hasCopy } from '../edge/kept-copy.ts'
import { weakTag } from '../edge/links.ts'
import type { Visitor } from '../edge/route.ts'
import { notModified, type Served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { hashOfToken } from '../secrets/link-tokens.ts'
import { type Content, type ContentDeps, chosenColumns, findContent, openContent } from './content.ts'
import type { Feed, FeedFormat } from './feed.ts'
import { findByToken, markRead } from './store.ts'

export interface ReadDeps extends ContentDeps {
  freeWork: FreeWork
}

export const FEED_TYPE: Readonly<Record<FeedFormat, string>> = {
  csv: FILE_TYPE.csv,
  json: 'application/json; charset=utf-8',
  xlsx: FILE_TYPE.xlsx,
}

const MINUTE_MS = 60_000

/** Answers anyone who has the link. What the client has already costs nothing and does not count. */
export async function readFeed(
  deps: ReadDeps,
  { token, format }: { token: string; format: FeedFormat },
  visitor: Visitor,
): Promise<Served> {
  const { pool, freeWork } = deps
  const feed = await findByToken(pool, hashOfToken(token))
  if (!feed) {
    await countTry(pool, 'feedGuessesFromNetwork', visitor.network)
    throw invalid('There is no such feed. Its link may have been replaced.', { link: 'unknown' })
  }
  const content = await findContent(deps, feed)
  const headers = headersOf(feed, content, format)
  const isNoted = feed.lastReadAt !== null && deps.now() - feed.lastReadAt.getTime() < MINUTE_MS
  if (!isNoted) await markRead(pool, feed.no)
  if (hasCopy(visitor, headers)) return notModified(headers)
  if (visitor.isHead) return { status: 200, headers, body: storedBody('') }
  await countTry(pool, 'readsOfFeed', feed.id)
  const chosen = chosenColumns(content.columns, feed.columns)
  const read = async (): Promise<Served> => {
    const file = await openContent(deps, content, chosen, format)
    return { status: 200, headers, body: fileBody(() => file) }
  }
  return freeWork.readLink(feed.account, read, LIMITS.feeds)
}

function headersOf({ columns }: Feed, { job }: Content, format: FeedFormat): Record<string, string> {
  return {
    'content-type': FEED_TYPE[format],
    'content-disposition': `inline; filename="vacancy.${format}"`,
    'cache-control': 'private, no-cache',
    etag: weakTag([job?.id ?? null, format, columns]),
    ...(job?.finishedAt && { 'last-modified': job.finishedAt.toUTCString() }),
  }
}
