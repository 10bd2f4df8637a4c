import type { FailureKind } from '../source.ts'
import { failureOf, type KnownStay, must, mustBe, type Rule, type Situation, type Subject } from './rule.ts'
import { mustBeSound } from './sound.ts'

/** What is asked of each stay whose end is known, from a vendor or from a recording. */

async function known({ stays }: Subject, situation: Situation): Promise<readonly KnownStay[]> {
  const found = (await stays[situation]?.()) ?? []
  must(found.length > 0, 'there is no such stay')
  return found
}

const failing = (situation: Situation, kind: FailureKind, name: string): Rule => ({
  name,
  needs: situation,
  async check(subject) {
    for (const { title, shop } of await known(subject, situation))
      mustBe((await failureOf(shop(), title)).kind, kind, `${title} as a failure`)
  },
})

export const STAY_RULES: readonly Rule[] = [
  {
    name: 'an ordinary stay has sound prices',
    needs: 'ordinary',
    async check(subject) {
      for (const { title, query, shop } of await known(subject, 'ordinary')) {
        const answer = await shop()
        mustBe(answer.status, 'available', title)
        must(answer.hotel === null || answer.hotel.name !== '', `${title}: a hotel without a name`)
        mustBeSound(subject.source, query, answer)
      }
    },
  },
  {
    name: 'the upstream bodies are kept when they are asked for, and only then',
    needs: 'ordinary',
    async check(subject) {
      const [first] = await known(subject, 'ordinary')
      mustBe((await first?.shop())?.raw.length, 0, 'the number of kept bodies')
      must(((await first?.shop({ raw: true }))?.raw.length ?? 0) > 0, 'no body was kept')
    },
  },
  {
    name: 'a full hotel is sold out',
    needs: 'sold_out',
    async check(subject) {
      for (const { title, shop } of await known(subject, 'sold_out')) {
        const { status, rooms } = await shop()
        mustBe(status, 'sold_out', title)
        mustBe(rooms.length, 0, 'the number of rooms')
      }
    },
  },
  failing('unknown', 'not_found', 'an unknown hotel is not found'),
  failing('refused', 'refused', 'a refusal is told apart from other failures'),
  failing('broken', 'broken', 'an answer that cannot be read is broken'),
]
