import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Member } from './member.ts'
import type { Target } from './peace.ts'
import type { Stage } from './stage.ts'
import type { Town } from './town.ts'

/** A fault. When it resolves, everything works again. */
interface Fault {
  name: string
  /** Its relative frequency. */
  weight: number
  targets: readonly Target[]
  strike(town: Town, chance: Chance): Promise<string>
}

/** A fault resolves only after its victim has recovered, so no process stays dead at the end. */
const FAULTS: readonly Fault[] = [
  {
    name: 'kill an API process',
    weight: 4,
    targets: ['apis'],
    strike: (town, chance) => killed(anyOf(town.apis, chance)),
  },
  {
    name: 'kill a worker',
    weight: 3,
    targets: ['workers'],
    strike: (town, chance) => killed(anyOf(town.workers, chance)),
  },
  {
    name: 'pause an API process',
    weight: 2,
    targets: ['apis'],
    strike: (town, chance) => paused(anyOf(town.apis, chance), 500 + chance.below(3000)),
  },
  {
    name: 'pause a worker',
    weight: 2,
    targets: ['workers'],
    strike: (town, chance) => paused(anyOf(town.workers, chance), 1000 + chance.below(14_000)),
  },
  {
    name: 'restart a process as a deployment does',
    weight: 2,
    targets: ['apis', 'workers'],
    strike: async (town, chance) => {
      const member = anyOf([...town.apis, ...town.workers], chance)
      await member.leave()
      await member.start()
      return member.name
    },
  },
  {
    name: 'pull the plug of the database',
    weight: 1,
    targets: ['database'],
    strike: async (town) => {
      await town.killDatabase()
      return 'PostgreSQL'
    },
  },
  {
    name: 'pause the database',
    weight: 2,
    targets: ['database'],
    // Sometimes longer than a process waits for an answer.
    strike: async (town, chance) => {
      const forMs = 500 + chance.below(12_000)
      await town.pauseDatabase(forMs)
      return `PostgreSQL for ${forMs} ms`
    },
  },
]

/** Breaks one thing after another until it is stopped; returns what it broke and how often. */
export async function breakThings({ town, chance, stop, peace, onFault }: Stage): Promise<number> {
  const hat = FAULTS.flatMap((fault) => Array.from({ length: fault.weight }, () => fault))
  let count = 0
  while (!stop.aborted) {
    await wait(800 + chance.below(2500), undefined, { signal: stop }).catch(() => {})
    const allowed = hat.filter(({ targets }) => peace.allows(targets))
    const fault = allowed[chance.below(allowed.length)]
    if (!fault || stop.aborted) continue
    await peace.strike(fault.targets, async () => {
      onFault(`${fault.name}: ${await fault.strike(town, chance)}`)
    })
    count += 1
  }
  return count
}

function anyOf(members: readonly Member[], chance: Chance): Member {
  const member = members[chance.below(members.length)]
  if (!member) throw new Error('there is nobody to break')
  return member
}

async function killed(member: Member): Promise<string> {
  await member.kill()
  await member.start()
  return member.name
}

async function paused(member: Member, forMs: number): Promise<string> {
  member.pause()
  await wait(forMs)
  member.resume()
  return `${member.name} for ${forMs} ms`
}
