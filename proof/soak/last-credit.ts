import { setTimeout as wait } from 'node:timers/promises'
import { readBooks } from '../../service/test/support/accounts.ts'
import { type Answer, post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const LIVE_CALLS = 1000
const CACHED_CALLS = 2000
const CACHED_CREDITS = 250
const MOST_TRIES = 20
const STAY = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(90) }

/** T2: the last credits are sold only once, no matter how many clients and processes compete for them. */
export function sellLastCredit(stage: Stage): Promise<Verdict> {
  return stage.peace.keep(['apis', 'database'], async () => {
    const { town } = stage
    let again = 0
    /** An overloaded process says so and charges nothing; the client retries. */
    const ask = async (url: string, key: string, body: object): Promise<Answer> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await post(url, '/v1/shop', key, body)
        if (answer.status !== 503 || tries === MOST_TRIES) return answer
        again += 1
        await wait(500)
      }
    }
    const sell = async (credits: number, calls: number, body: object) => {
      const account = await newCustomer(town, credits)
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, index) =>
          ask(town.apis[index % town.apis.length]?.url() ?? '', account.key, body),
        ),
      )
      const sold = answers.filter(({ status }) => status === 200)
      const books = await readBooks(town.pool, account.no)
      const charged = sold.reduce((sum, one) => sum + Math.round(one.charged * 1000), 0)
      const problems = failed([
        [answers.every(isSoldOrSpent), `answers other than 200 and 429: ${oddOf(answers)}`],
        [charged === credits * 1000, `${charged} charged of ${credits} credits`],
        [books.used === charged && books.lines === charged, `the books say ${JSON.stringify(books)}`],
        [books.lineCount === sold.length && books.held === 0, `${books.lineCount} lines, ${books.held} held`],
      ])
      return { sold: sold.length, problems }
    }
    const live = await sell(1, LIVE_CALLS, { ...STAY, max_age: 0 })
    const warm = await newCustomer(town)
    await askUntil(stage, 200, (url) => post(url, '/v1/shop', warm.key, STAY))
    const cached = await sell(CACHED_CREDITS, CACHED_CALLS, STAY)
    return {
      name: 'T2 last credit',
      told: `${live.sold} of ${LIVE_CALLS} calls sold with 1 credit left, ${cached.sold} of ${CACHED_CALLS} cached ones with ${CACHED_CREDITS}${again > 0 ? `; ${again} were asked again after 503` : ''}`,
      problems: [
        ...live.problems,
        ...cached.problems,
        ...failed([
          [live.sold === 1, `${live.sold} were sold for one credit`],
          [cached.sold === CACHED_CREDITS * 4, `${cached.sold} were sold for ${CACHED_CREDITS} credits`],
        ]),
      ],
    }
  })
}

function isSoldOrSpent({ status, charged, body }: Answer): boolean {
  if (status === 200) return true
  const { error } = body as { error: { code: string } }
  return status === 429 && error.code === 'quota_exceeded' && charged === 0
}

function oddOf(answers: readonly Answer[]): string {
  return answers
    .filter((answer) => !isSoldOrSpent(answer))
    .slice(0, 3)
    .map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
    .join(', ')
}
