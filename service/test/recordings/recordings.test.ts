import { afterAll, describe, expect, it } from 'vitest'
import { chanceOf } from '../../../proof/soak/chance.ts'
import { compare } from './compare.ts'
import { bodiesIn, feed } from './feed.ts'
import { runMutations } from './mutations.ts'
import { bodyPath, publishedOf, readVendors } from './vendor-file.ts'

const folder = process.env['RECORDINGS']
const vendors = readVendors()
const bodies = new Set<string>()
let compared = 0

// Without RECORDINGS there is nothing to read: the bodies are the vendors' and not part of the project.
describe.skipIf(folder === undefined)('published answers of the vendors, in the folder RECORDINGS', () => {
  afterAll(() => {
    process.stdout.write(`${bodies.size} published bodies read, ${compared} figures compared\n`)
  })

  for (const [vendor, file] of vendors) {
    for (const recording of file.recordings) {
      it(`${vendor}: ${recording.name}`, async () => {
        const read = await feed(file, recording, bodiesIn(folder ?? '', vendor, file, recording))
        const { figures, differences } = compare(recording.expect, read)
        for (const { from } of recording.answers) {
          if (from !== undefined) bodies.add(bodyPath(vendor, publishedOf(file, from)))
        }
        compared += figures
        expect(differences).toEqual([])
        expect(figures).toBeGreaterThan(0)
      })
    }
  }

  it('reads or refuses each of 400 bodies with one thing changed, and makes none sold out', async () => {
    const { problems } = await runMutations(folder ?? '', 400, chanceOf(20_241_130))
    expect(problems).toEqual([])
  })
})
