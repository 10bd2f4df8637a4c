import type { Change } from './change.ts'

const SRC = 'service/src'
const QUOTES = 'service/test/edge/quotes.test.ts'
const FREE_WORK = 'service/test/edge/free-work.test.ts'
const EVENTS =
  'an account may read four pages of events at the same time; who does not wait is refused twenty times a second'
const SAME_QUOTE = 'a quote is the same whatever the cached figures are'

/** Calls that cost nothing: what they may tell, and what they may take. */
export const FREE_CHANGES: readonly Change[] = [
  {
    name: 'free: a quote counts the nights that match',
    file: `${SRC}/areas/search-store.ts`,
    find: "'freshNights', count(*) filter (where c.seen >= h.since)",
    replace: "'freshNights', count(*) filter (where ${MATCHES})",
    caughtBy: { file: QUOTES, test: SAME_QUOTE },
  },
  {
    name: 'free: a quote counts the hotels that are available',
    file: `${SRC}/areas/calendar-area.ts`,
    find: 'perhaps: pricesOf(summaries.nights.map(({ known }) => known)),',
    replace: 'perhaps: pricesOf(summaries.nights.map(({ available }) => available)),',
    caughtBy: { file: QUOTES, test: SAME_QUOTE },
  },
  {
    name: 'free: a refusal tells what the call would have cost',
    file: `${SRC}/edge/sale.ts`,
    find: 'const isOpen = own.live.length > 0 || own.perhaps !== undefined || later !== undefined',
    replace: 'const isOpen = own.live.length > 0 || later !== undefined',
    caughtBy: {
      file: QUOTES,
      test: 'a binary search over the points of a wallet finds the same quote, and the same refusal, everywhere',
    },
  },
  {
    name: 'free: any number of large reads',
    file: `${SRC}/edge/free-work.ts`,
    find: 'if (before >= most) throw tooMany(most)',
    replace: '',
    caughtBy: {
      file: FREE_WORK,
      test: 'an account has one large read or quote in flight, all kinds together; the next is told to wait',
    },
  },
  {
    name: 'free: refusals as fast as they are asked for',
    file: `${SRC}/http/errors.ts`,
    find: 'await wait(REFUSED_MS)',
    replace: 'void [wait, REFUSED_MS]',
    caughtBy: { file: FREE_WORK, test: EVENTS },
  },
  {
    name: 'free: any number of pages of events',
    file: `${SRC}/webhooks/routes.ts`,
    find: "large: 'list',",
    replace: '',
    caughtBy: { file: FREE_WORK, test: EVENTS },
  },
  {
    name: 'free: a file that nobody reads to its end stays in flight',
    file: `${SRC}/edge/free-work.ts`,
    find: 'finished(stream, leave)',
    replace: "stream.once('end', leave)",
    caughtBy: {
      file: FREE_WORK,
      test: 'somebody who reads a link of the account slowly takes nothing from its own reads',
    },
  },
  {
    name: 'free: a page of a list has any size',
    file: `${SRC}/edge/paging.ts`,
    find: 'bytes > LIMITS.pageBytes',
    replace: 'bytes > Number.MAX_VALUE',
    caughtBy: {
      file: 'service/test/webhooks/events.test.ts',
      test: 'a page ends at a megabyte, and shows the last attempt of each delivery',
    },
  },
  {
    name: 'free: what the page quotes is sold without a body',
    file: `${SRC}/http/register.ts`,
    find: 'dryRun: dryRun === true || metered?.isPageRead === true,',
    replace: 'dryRun: dryRun === true,',
    caughtBy: { file: 'dashboard/test/requests.test.ts', test: 'is only a quote without a body too' },
  },
  {
    name: 'free: an agent may nest as it likes',
    file: `${SRC}/mcp/flaw.ts`,
    find: 'if (depth > levels) return true',
    replace: '',
    caughtBy: {
      file: 'service/test/mcp/mcp.test.ts',
      test: 'only with JSON that is not nested beyond reason',
    },
  },
]
