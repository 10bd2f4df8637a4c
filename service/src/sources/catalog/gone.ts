import { meant } from '../../kernel/closest.ts'
import type { Catalog, Source } from './catalog.ts'
import { findSource } from './catalog.ts'

/** Whether nothing can be asked at a source: it was switched off or removed. */
export function isOff(catalog: Catalog, id: string): boolean {
  return findSource(catalog, id)?.disabled !== false
}

/** What to say of an id that is no source. */
export function unknownSource(catalog: Catalog, id: string): string {
  if (catalog.switchedOff?.includes(id))
    return `${id} belongs to the sandbox, which the operator of this service switched off.`
  const ids = catalog.sources.map((source) => source.id)
  return `${id} is not a source of this service${meant(id, ids) || '. GET /chains lists the sources.'}`
}

/** What to say of an id that should be a chain's. */
export function unknownChain({ sources }: Catalog, id: string): string {
  const chains = sources.filter(({ kind }) => kind === 'chain').map((chain) => chain.id)
  return `${id.slice(0, 64)} is not a hotel chain of this service${meant(id, chains) || '.'}`
}

/**
 * In place of a source that has left the catalog, so that what was paid for can still be read. `pricesDefaultParty`: whether it could not
 * price the party that was asked for.
 */
export function goneSource(id: string, pricesDefaultParty: boolean): Source {
  return {
    id,
    name: id,
    origin: 'database',
    sandbox: false,
    disabled: true,
    family: '',
    profile: {},
    baseUrl: '',
    credentials: {},
    variables: [],
    unconfigured: 'not a source any more',
    limits: { concurrency: 0, deadlineMs: 0, maxBodyBytes: 0 },
    budget: null,
    kind: 'chain',
    shopMilli: 0,
    compsetMilli: 0,
    memberMilli: 0,
    calendarNightMilli: 0,
    awardNightMilli: null,
    batch: false,
    calendar: false,
    points: false,
    pointsCash: false,
    geo: false,
    requestsPer: { shop: 0, lowest: 0, members: 0, calendar: 0 },
    // No party has so few rooms: all are then priced as the default party.
    mostRooms: pricesDefaultParty ? 0 : null,
    takesAges: true,
    pointOfSale: [],
    certificates: [],
    freeNight: null,
    currencies: ['*'],
    localCurrency: false,
    taxIncluded: null,
    examples: [],
  }
}
