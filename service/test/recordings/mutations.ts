import type { Chance } from '../../../proof/soak/chance.ts'
import { type Bodies, bodiesIn, feed, type View } from './feed.ts'
import { mutantOf } from './mutate.ts'
import { type Recording, readVendors, type VendorFile } from './vendor-file.ts'
import { hasPrices, wrongPrices } from './wrong-prices.ts'

export interface MutationReport {
  /** How many mutants were read, refused as faulty, or told to be sold out. */
  read: number
  refused: number
  soldOut: number
  /** How many were read with prices in them. */
  priced: number
  problems: string[]
}

interface Subject {
  vendor: string
  file: VendorFile
  recording: Recording
  bodies: Bodies
  /** What is read in the bodies as they are. */
  truth: View
}

/**
 * Changes one thing at a time in the published bodies and reads them again. Whatever a body says, we answer with figures
 * or with a failure of the source, tell `sold_out` only in as many places as the body does, and no price but the body's.
 */
export async function runMutations(folder: string, count: number, chance: Chance): Promise<MutationReport> {
  const subjects = await subjectsIn(folder)
  const report: MutationReport = { read: 0, refused: 0, soldOut: 0, priced: 0, problems: [] }
  for (let number = 0; number < count; number += 1) {
    const subject = subjects[number % subjects.length]
    if (subject === undefined) throw new Error('there is nothing to mutate')
    await tryMutant(subject, chance, report)
  }
  return report
}

function subjectsIn(folder: string): Promise<Subject[]> {
  const recordings = [...readVendors()].flatMap(([vendor, file]) =>
    file.recordings.map((recording) => ({ vendor, file, recording })),
  )
  return Promise.all(
    recordings.map(async ({ vendor, file, recording }) => {
      const bodies = bodiesIn(folder, vendor, file, recording)
      return { vendor, file, recording, bodies, truth: await feed(file, recording, bodies) }
    }),
  )
}

async function tryMutant(
  { vendor, file, recording, bodies, truth }: Subject,
  chance: Chance,
  report: MutationReport,
): Promise<void> {
  const texts = recording.answers.map((_, index) => bodies(index))
  const spoiled = chance.below(texts.length)
  const mutant = mutantOf(texts[spoiled] ?? '', chance)
  texts[spoiled] = mutant.body
  const where = `${vendor}: ${recording.name}: ${mutant.what}`
  try {
    const view = await feed(file, recording, (index) => texts[index] ?? '')
    const told = soldOutsIn(view)
    const said = texts.join('\n').match(new RegExp(file.soldOut, 'g'))?.length ?? 0
    if (told > said) report.problems.push(`${where}: sold out ${told} times, the bodies say so ${said} times`)
    if (told > 0) report.soldOut += 1
    if (hasPrices(view)) report.priced += 1
    const changed = { ...mutant, body: texts.join('\n') }
    for (const wrong of wrongPrices(truth, view, changed, file.follows ?? [], unitsOf(file, recording)))
      report.problems.push(`${where}: a wrong price: ${wrong}`)
    if ('failure' in view) report.refused += 1
    else report.read += 1
  } catch (error) {
    report.problems.push(`${where}: ${String(error)}`)
  }
}

/** Nights and rooms that a recording asks for. */
function unitsOf({ query: common }: VendorFile, { query }: Recording): number {
  const { los, occupancy } = { ...common, ...query } as { los?: number; occupancy?: { rooms: number } }
  return (los ?? 1) * (occupancy?.rooms ?? 1)
}

/** How often a view tells `sold_out`: once, or for each of its rows or nights. */
function soldOutsIn(view: View): number {
  const rows = Object.values(view['rows'] ?? view['nights'] ?? {}) as View[]
  return [view, ...rows].filter(({ status }) => status === 'sold_out').length
}
