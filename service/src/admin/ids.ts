import type { Command } from 'commander'
import { inTransaction } from '../db/pool.ts'
import { idSources } from '../identity/deps.ts'
import { importFile } from '../identity/import-file.ts'
import { collectIds, mistakeIn, putIds, unsetId } from '../identity/set-ids.ts'
import { invalid } from '../kernel/errors.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import { readKnownCatalog } from './read-catalog.ts'
import { type Output, print, withPool } from './with-pool.ts'

/** Ids set by an administrator. Lookups never change them. */
export function addIdsCommands(program: Command): void {
  const ids = program.command('ids').description('hotel ids at travel agencies and in the search engine')
  ids
    .command('set')
    .description('set the id of a hotel at a source; lookups never change it')
    .argument('<chain>', 'id of the chain')
    .argument('<code>', "the chain's code for the hotel")
    .argument('<source>', 'agency or search engine')
    .argument('<id>', 'the id at that source')
    .option('--json', 'print JSON')
    .action(async (chain: string, hotelCode: string, source: string, id: string, { json }: Output) => {
      const given = { chain, hotelCode, source, id }
      const { takenFrom } = await withPool(async (pool) => {
        const problem = mistakeIn(await readKnownCatalog(pool), given)
        if (problem !== null) throw invalid(problem)
        return inTransaction(pool, async (client) => {
          await collectIds(client, [{ line: 0, ...given }])
          return putIds(client)
        })
      })
      const [loser] = takenFrom
      const from = loser ? { chain: loser.chain, hotel_code: loser.hotelCode } : null
      print(
        json,
        { chain, hotel_code: hotelCode, source, id, taken_from: from },
        () => {
          const lost = from ? `, and no longer ${from.chain}/${from.hotel_code}` : ''
          return `${id} at ${source} is ${chain}/${hotelCode}${lost}\n`
        },
        `vacancy ids ${chain} ${hotelCode} shows all ids of the hotel`,
      )
    })
  ids
    .command('unset')
    .description('remove the id of a hotel at a source, whether set or found')
    .argument('<chain>', 'id of the chain')
    .argument('<code>', "the chain's code for the hotel")
    .argument('<source>', 'agency or search engine')
    .option('--json', 'print JSON')
    .action(async (chain: string, hotelCode: string, source: string, { json }: Output) => {
      const id = await withPool(async (pool) => {
        refuseUnknown(await readKnownCatalog(pool), chain, source)
        return inTransaction(pool, (client) => unsetId(client, { chain, hotelCode, source }))
      })
      if (id === null) throw invalid(`${chain}/${hotelCode} has no id at ${source}.`)
      print(
        json,
        { chain, hotel_code: hotelCode, source, id },
        () => `${chain}/${hotelCode} is no longer ${id} at ${source}\n`,
        `vacancy ids ${chain} ${hotelCode} looks for it again`,
      )
    })
  ids
    .command('import')
    .description('set ids from a CSV file with the columns chain,hotel_code,source,id; all or none')
    .argument('<file>', 'path of the file')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: Output) => {
      const { count, takenFrom } = await withPool(async (pool) => {
        const catalog = await readKnownCatalog(pool)
        return inTransaction(pool, (client) => importFile(client, catalog, file))
      })
      print(
        json,
        { imported: count, taken: takenFrom.length },
        () => {
          const lost = takenFrom.length > 0 ? `; ${takenFrom.length} were taken from other hotels` : ''
          return `${count} ids were set${lost}\n`
        },
        'vacancy ids CHAIN CODE shows the ids of a hotel',
      )
    })
}

function refuseUnknown(catalog: Catalog, chain: string, source: string): void {
  if (findSource(catalog, chain)?.kind !== 'chain')
    throw invalid(`There is no chain ${JSON.stringify(chain)}.`)
  if (!idSources(catalog).includes(source)) {
    throw invalid(`${JSON.stringify(source)} is not one of ${idSources(catalog).join(', ')}.`)
  }
}
