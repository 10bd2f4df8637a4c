import type { Catalog, CatalogSettings, SearchEngine, Source, StoredSources } from './catalog.ts'
import { CatalogError, entriesOf, type ListedEntry, NOTHING_STORED, readFiles } from './entries.ts'
import { createFamilyShelf, type FamilyShelf } from './family-shelf.ts'
import { readMetasearch, readSearchEngine, readSource } from './read-source.ts'

/** Makes the catalog from the files, which are read once, and from what the database says now. */
export type CatalogLoader = (stored?: StoredSources, onMistake?: (mistake: Error) => void) => Catalog

/**
 * A mistake in a file stops the start; a stored source with a mistake is left out and reported. A missing credential stops nothing,
 * because operators enter them one by one: that source is down and says why.
 */
export function createCatalogLoader(settings: CatalogSettings): CatalogLoader {
  const files = readFiles(settings.sourcesFile)
  const families = createFamilyShelf(settings.families.rates)
  return (stored = NOTHING_STORED, onMistake = () => {}) => {
    const listed = entriesOf(files, stored, onMistake)
    const isUsed = ({ entry }: ListedEntry) => stored.sandbox || entry.sandbox !== true
    const read = listed.filter(isUsed).flatMap((one) => {
      try {
        return [readListed(one, settings, families)]
      } catch (error) {
        if (!(error instanceof CatalogError) || one.origin !== 'database') throw error
        onMistake(error)
        return []
      }
    })
    const sources = read.flatMap(({ source }) => source ?? [])
    // Not sorted by name: the order of the files is the order of /chains.
    const ofKind = (kind: Source['kind']) => sources.filter((source) => source.kind === kind)
    return {
      sources: [...ofKind('chain'), ...ofKind('ota'), ...ofKind('meta')],
      searchEngines: read.flatMap(({ engine }) => engine ?? []),
      families: families.all(),
      switchedOff: listed.filter((one) => !isUsed(one)).map(({ entry }) => entry.id),
      transferPartners: files.partners.filter(({ chain }) =>
        sources.some(({ id, kind, points }) => id === chain && kind === 'chain' && points),
      ),
    }
  }
}

/** The catalog without a database. */
export function loadCatalog(settings: CatalogSettings): Catalog {
  return createCatalogLoader(settings)()
}

/** A metasearch engine is both. */
interface Read {
  source?: Source
  engine?: SearchEngine
}

function readListed(listed: ListedEntry, settings: CatalogSettings, families: FamilyShelf): Read {
  const { entry, file } = listed
  const fail = (problem: string): never => {
    throw new CatalogError(file, entry.id, problem)
  }
  const family = () => families.find(entry.family, file, fail)
  if (entry.kind === 'search') {
    const engine = readSearchEngine(listed, settings, fail)
    return entry.rates ? { engine, source: readMetasearch(listed, settings.env, family(), fail) } : { engine }
  }
  if (settings.families.search.some(({ name }) => name === entry.family))
    fail(`family: "${entry.family}" is a search engine; its \`kind\` is \`search\``)
  return { source: readSource(listed, entry.kind, settings.env, family(), fail) }
}
