import type { Change } from './change.ts'

const SRC = 'service/src'
const TEST = 'service/test'

/** Defects by which something stays readable that nobody has paid for. */
export const PAID_CHANGES: readonly Change[] = [
  {
    name: 'what a call fetched is stored before it is paid',
    file: `${SRC}/billing/tab.ts`,
    find: 'if (keep) keeps.push(keep)',
    replace: 'void keep?.({} as Paid).catch(() => {})',
    caughtBy: {
      file: `${TEST}/billing/paid-legs.test.ts`,
      test: 'a stay that fails leaves none of its nights',
    },
  },
  {
    name: 'a lookup is stored before its call is paid',
    file: `${SRC}/hotels/lookup.ts`,
    find: 'chains.forEach((chain) => sell(chain, tab))',
    replace: `chains.forEach((chain) => sell(chain, tab))
      await Promise.all(asked.chains.map(({ keep }) => keep?.({} as Parameters<Keep>[0])))`,
    caughtBy: {
      file: `${TEST}/billing/paid-legs.test.ts`,
      test: 'a search whose fill the account cannot pay for leaves none of its lookups',
    },
  },
  {
    name: 'anyone shares the legs of a call that may still fail',
    file: `${SRC}/sources/circuit.ts`,
    find: 'standsOn === undefined || joining.isFlying(asked) ? asked : `${asked} ${standsOn}`,',
    replace: 'standsOn === undefined || joining.isFlying(asked) ? asked : asked,',
    caughtBy: {
      file: `${TEST}/billing/paid-legs.test.ts`,
      test: 'nobody shares what a failed call still waits for',
    },
  },
  {
    name: 'a row without points leaves its cash',
    file: `${SRC}/rates/ask.ts`,
    find: 'if (points && !answer.pointsKnown) throw pointsUnknown(source)',
    replace: `if (points && !answer.pointsKnown) {
    void observations.observe(stay, answer, { seenMs: now(), share: true })
    throw pointsUnknown(source)
  }`,
    caughtBy: {
      file: `${TEST}/rates/sharing.test.ts`,
      test: 'the cash of a free answer was not paid for, so it serves nobody',
    },
  },
  {
    name: 'a task that another attempt settled leaves its cells',
    file: `${SRC}/jobs/paid-writes.ts`,
    find: 'if (ended.some(({ row }) => !settled.has(row.id))) throw new Unpaid(settled)',
    replace: 'if (ended.length < settled.size) throw new Unpaid(settled)',
    caughtBy: {
      file: `${TEST}/jobs/paid-writes.test.ts`,
      test: 'what tasks fetched stays only if they were settled in this attempt',
    },
  },
  {
    name: 'the channel of a watch that does not pay is asked',
    file: `${SRC}/watches/refreshing/rounds.ts`,
    find: 'for (const { terms } of paying) {',
    replace: 'for (const { terms } of watches) {',
    caughtBy: {
      file: `${TEST}/watches/chain.test.ts`,
      test: 'the channel of a watch is asked only when the watch pays for it',
    },
  },
  {
    name: 'a changed channel leaves the asked one unpaid',
    file: `${SRC}/watches/refreshing/settle-round.ts`,
    find: 'const terms = watch.heldFor ?? watch.terms',
    replace: 'const { terms } = watch',
    caughtBy: {
      file: `${TEST}/watches/chain.test.ts`,
      test: 'a watch whose channel changes during a round pays for the one that was asked',
    },
  },
]
