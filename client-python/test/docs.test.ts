import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../service/test/support/accounts.ts'
import { get, post } from '../../service/test/support/client.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { openTree } from '../../tidy/tree.ts'
import { FOLDER, hasModule, PYTHON, runPython, WITHOUT } from './python.ts'

/** The pages with Python, and what a reader would have around it. The blocks of a page are run in their order, as in a notebook. */
const PAGES: Readonly<Record<string, { before?: string; after?: string }>> = {
  'docs/market.md': { after: 'assert len(frame) == 90 and 0 < len(prices) <= 30, (len(frame), prices)' },
  'docs/python.md': { after: 'assert job["cells_done"] == 93, job' },
  'client-python/README.md': { after: 'assert answer.credits.charged <= 1' },
  'docs/first-hour.md': {
    before: `
import http.server, threading
class Anywhere(http.server.HTTPServer):
    def __init__(self, address, handler):
        super().__init__((address[0], 0), handler)
        threading.Thread(target=super().serve_forever, daemon=True).start()
    def serve_forever(self):
        globals()["port"] = self.server_port
http.server.HTTPServer = Anywhere
`,
    after: `
import hashlib, hmac, time, httpx
body = b'{"id": "evt_1", "type": "endpoint.test"}'
at = str(int(time.time()))
signature = hmac.new(SECRET.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
def sent(content):
    headers = {"X-Service-Signature": f"t={at},v1={signature}"}
    return httpx.post(f"http://127.0.0.1:{port}/hooks", content=content, headers=headers).status_code
assert (sent(body), sent(body + b" ")) == (204, 400)
`,
  },
  'docs/webhooks.md': {
    before: 'import hashlib, hmac, queue as queues, time\nqueue = queues.Queue()',
    after: `
body = b'{"id": "evt_1", "type": "watch.changed", "watch_id": "wat_1"}'
at = str(int(time.time()))
signature = hmac.new(os.environ["WEBHOOK_SECRET"].encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
headers = {"X-Service-Signature": f"t={at},v1={signature}", "X-Watch-Id": "wat_1"}
assert receive(body, headers) == (204, "") and queue.get()["id"] == "evt_1"
assert receive(body + b" ", headers)[0] == 400
assert receive_for_all(body, headers, {"wat_1": os.environ["WEBHOOK_SECRET"]})["id"] == "evt_1"
`,
  },
}

/** Without matplotlib, pandas draws with this: a backend of its own kind that writes the figures down. */
const PLAIN_CHARTS = `
class Drawn:
    def __init__(self, data):
        self.figure, self.data = self, data
    def savefig(self, path):
        self.data.to_csv(path)

def plot(data, kind, **options):
    return Drawn(data)
`
const WITH_PLAIN_CHARTS = `
import importlib.util
if importlib.util.find_spec("matplotlib") is None:
    import pandas
    pandas.options.plotting.backend = "plain_charts"
`

async function readBlocks(page: string): Promise<string[]> {
  const text = await readFile(join(FOLDER, '..', page), 'utf8')
  return [...text.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/** The nights of the pages, moved to as many days from today as they were when this was written. */
function moved(block: string): string {
  const first = Date.parse('2027-03-01')
  return block.replaceAll(/2027-\d\d-\d\d/g, (day) => inDays(100 + (Date.parse(day) - first) / 86_400_000))
}

test('the documents with Python are those that are run', () => {
  const tree = openTree(join(FOLDER, '..'))
  const pages = tree.paths.filter((path) => path.endsWith('.md') && tree.read(path).includes('```python'))
  expect(pages).toEqual(Object.keys(PAGES).toSorted())
})

describe.skipIf(PYTHON === null || !hasModule('pandas'))(
  `the Python of the documents (${WITHOUT} and pandas)`,
  () => {
    let market: Market
    let folder: string

    beforeAll(async () => {
      market = await openMarket({ workers: 1 })
      await nameHotels()
      folder = await mkdtemp(join(tmpdir(), 'vacancy-python-docs-'))
      await writeFile(join(folder, 'plain_charts.py'), PLAIN_CHARTS)
    })

    /** The directory of this market is empty until somebody asks for a hotel. */
    async function nameHotels(): Promise<void> {
      const { key } = await newAccount(market.database.pool, 'scale')
      for (const [chain, hotel_code] of [
        ['aurelia', 'LONAU'],
        ['brightwater', 'LONWSBW'],
        ['castellan', 'LONCA'],
      ]) {
        await post(market.url, '/v1/shop', key, { chain, hotel_code, checkin: inDays(90) })
        const search = () => get(market.url, `/v1/hotels/search?q=${chain}+london`, key)
        await until(async () => JSON.stringify((await search()).body).includes(`"${hotel_code}"`))
      }
    }

    afterAll(async () => {
      await market.stop()
      await rm(folder, { recursive: true, force: true })
    })

    test.each(Object.entries(PAGES))(
      '%s runs from its first block to its last',
      async (page, { before = '', after = '' }) => {
        const { key } = await newAccount(market.database.pool, 'scale')
        const blocks = (await readBlocks(page)).map(moved)
        const program = [WITH_PLAIN_CHARTS, before, ...blocks, after]
          .join('\n')
          .replaceAll('http://127.0.0.1:8080', market.url)
        await writeFile(join(folder, 'page.py'), program)
        const env = { VACANCY_API_KEY: key, WEBHOOK_SECRET: 'whsec_of_the_page' }
        await expect(runPython(['page.py'], env, folder)).resolves.toBeTypeOf('string')
      },
    )
  },
)
