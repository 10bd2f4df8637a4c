import { startSandbox } from '../sandbox/test/start-sandbox.ts'
import { type LabelScore, measureLabels } from '../service/test/rooms/labels.ts'
import { measureRooms, type RoomQuality, type RoomRow } from '../service/test/rooms/room-quality.ts'

/** What rooms must reach, on the labelled names of real hotels and in the sandbox. */
const LABELLED = { precision: 0.99, recall: 0.8 }
const SANDBOX = { precision: 0.995, recall: 0.9 }

/** How well rooms are matched. Returns whether that is good enough. */
export async function roomMatching(seeds: readonly number[], every: number, show: boolean): Promise<boolean> {
  const labels = measureLabels()
  print(labelled(labels))
  if (show) print(labels.flatMap(({ wrong, misled, missed }) => [...wrong, '', ...misled, '', ...missed, '']))
  let isGood = labels.filter(({ set }) => set === 'all').every((score) => isReached(score, LABELLED))
  for (const seed of seeds) {
    const sandbox = await startSandbox({ seed })
    try {
      const quality = await measureRooms({ environment: sandbox.environment, seed, every })
      print(tableOf(seed, quality))
      if (show) print([...quality.wrong, '', ...quality.missed, ''])
      isGood &&= isReached(total(quality), SANDBOX)
    } finally {
      await sandbox.stop()
    }
  }
  return isGood
}

interface Found {
  found: number
  right: number
  there: number
}

function isReached({ found, right, there }: Found, { precision, recall }: typeof SANDBOX): boolean {
  return right >= precision * found && right >= recall * there
}

function labelled(scores: readonly LabelScore[]): string[] {
  return [
    '\nnames of real hotels, labelled by hand',
    head('hotels', 'hotels', 'pairs'),
    ...scores.map((score) => line(score.set, score, [score.hotels, score.pairs])),
    `at least, of all: precision ${LABELLED.precision}, recall ${LABELLED.recall}`,
    `right by their names, and other rooms by the seller’s own codes: ${scores.at(-1)?.misled.length ?? 0}`,
  ]
}

function tableOf(seed: number, quality: RoomQuality): string[] {
  return [
    `\nseed ${seed}, ${quality.hotels} hotels`,
    head('agency'),
    ...quality.rows.map((row) => line(row.source, row)),
    line('all', total(quality)),
    `at least: precision ${SANDBOX.precision}, recall ${SANDBOX.recall}`,
  ]
}

function total({ rows }: RoomQuality): Found {
  const sum = (read: (row: RoomRow) => number) => rows.reduce((all, row) => all + read(row), 0)
  return { found: sum((row) => row.found), right: sum((row) => row.right), there: sum((row) => row.there) }
}

function head(first: string, ...more: readonly string[]): string {
  return cells([first, ...more, 'found', 'right', 'there', 'precision', 'recall'])
}

function line(name: string, { found, right, there }: Found, more: readonly number[] = []): string {
  const share = (whole: number) => (whole === 0 ? '–' : (right / whole).toFixed(4))
  return cells([name, ...more, found, right, there, share(found), share(there)])
}

function cells(values: readonly (string | number)[]): string {
  return values
    .map((cell, index) => (index === 0 ? String(cell).padEnd(14) : String(cell).padStart(11)))
    .join('')
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((text) => `${text}\n`).join(''))
}
