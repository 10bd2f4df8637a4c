import type { Chance } from '../../../proof/soak/chance.ts'
import { type Bodies, bodiesIn, feed, type View } from './feed.ts'
import { mutantOf } from './mutate.ts'
import { type Recording, readVendors, type VendorFile } from './vendor-file.ts'

export interface MutationReport {
  /** How many mutants were read, refused as faulty, or told to be sold out. */
  read: number
  refused: number
  soldOut: number
  problems: string[]
}

interface Subject {
  vendor: string
  file: VendorFile
  recording: Recording
  bodies: Bodies
}

/**
 * Changes one thing at a time in the published bodies and reads them again. Whatever a body says, we answer with figures
 * or with a failure of the source, and tell `sold_out` only in as many places as the body does.
 */
export async function runMutations(folder: string, count: number, chance: Chance): Promise<MutationReport> {
  const subjects = subjectsIn(folder)
  const report: MutationReport = { read: 0, refused: 0, soldOut: 0, problems: [] }
  for (let number = 0; number < count; number += 1) {
    const subject = subjects[number % subjects.length]
    if (subject === undefined) throw new Error('there is nothing to mutate')
    await tryMutant(subject, chance, report)
  }
  return report
}

function subjectsIn(folder: string): Subject[] {
  return [...readVendors()].flatMap(([vendor, file]) =>
    file.recordings.map((recording) => ({
      vendor,
      file,
      recording,
      bodies: bodiesIn(folder, vendor, file, recording),
    })),
  )
}

async function tryMutant(
  { vendor, file, recording, bodies }: Subject,
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
    if ('failure' in view) report.refused += 1
    else report.read += 1
  } catch (error) {
    report.problems.push(`${where}: ${String(error)}`)
  }
}

/** How often a view tells `sold_out`: once, or for each of its rows or nights. */
function soldOutsIn(view: View): number {
  const rows = Object.values(view['rows'] ?? view['nights'] ?? {}) as View[]
  return [view, ...rows].filter(({ status }) => status === 'sold_out').length
}
