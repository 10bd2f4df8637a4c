import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Member } from './member.ts'
import type { Town } from './town.ts'

/** Something that breaks and is whole again when it resolves. */
interface Fault {
  name: string
  /** How often it comes, compared with the others. */
  weight: number
  strike(town: Town, chance: Chance): Promise<string>
}

/** A fault that resolves only when the victim is whole leaves nobody dead at the end. */
const FAULTS: readonly Fault[] = [
  { name: 'kill an API process', weight: 4, strike: (town, chance) => killed(anyOf(town.apis, chance)) },
  { name: 'kill a worker', weight: 3, strike: (town, chance) => killed(anyOf(town.workers, chance)) },
  {
    name: 'pause an API process',
    weight: 2,
    strike: (town, chance) => paused(anyOf(town.apis, chance), 500 + chance.below(3000)),
  },
  {
    name: 'pause a worker',
    weight: 2,
    strike: (town, chance) => paused(anyOf(town.workers, chance), 1000 + chance.below(14_000)),
  },
  {
    name: 'restart a process as a deployment does',
    weight: 2,
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
    strike: async (town) => {
      await town.killDatabase()
      return 'PostgreSQL'
    },
  },
]

/** Breaks one thing after another until it is told to stop; says what it broke, and how often. */
export async function breakThings(
  town: Town,
  chance: Chance,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<number> {
  const hat = FAULTS.flatMap((fault) => Array.from({ length: fault.weight }, () => fault))
  const startedAt = performance.now()
  let count = 0
  while (!stop.aborted) {
    await wait(800 + chance.below(2500), undefined, { signal: stop }).catch(() => {})
    const fault = hat[chance.below(hat.length)]
    if (!fault || stop.aborted) continue
    const victim = await fault.strike(town, chance)
    count += 1
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${fault.name}: ${victim}`)
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
