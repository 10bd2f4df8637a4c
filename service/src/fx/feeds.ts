import { readBankFile } from './bank-file.ts'
import { readJsonFile } from './json-file.ts'
import { BadRateFile, type RateTable } from './rate-table.ts'

export type FeedName = 'main' | 'extra'

/** A file of reference rates. */
export interface Feed {
  name: FeedName
  url: string
  read(text: string): RateTable[]
}

const READ_MS = 30_000
/** The whole history of the European Central Bank is 9 MB. */
const MOST_BYTES = 16 * 1024 * 1024

/** A setting of `none` switches a feed off. */
const NO_FEED = 'none'

export function feedsOf({ fxUrl, fxExtraUrl }: { fxUrl: string; fxExtraUrl: string }): Feed[] {
  const feeds: Feed[] = [
    { name: 'main', url: fxUrl, read: readBankFile },
    { name: 'extra', url: fxExtraUrl, read: readJsonFile },
  ]
  return feeds.filter(({ url }) => url !== '' && url !== NO_FEED)
}

/** The tables of a feed, as published. */
export async function fetchTables({ url, read }: Feed): Promise<RateTable[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(READ_MS) })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new BadRateFile(`the feed answered ${answer.status}`)
  }
  return read(await textOf(answer))
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new BadRateFile(`the file is larger than ${MOST_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
