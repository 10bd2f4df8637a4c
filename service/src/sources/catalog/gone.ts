import type { Catalog, Source } from './catalog.ts'
import { findSource } from './catalog.ts'

/** Whether nothing can be asked at a source: it was switched off or removed. */
export function isOff(catalog: Catalog, id: string): boolean {
  return findSource(catalog, id)?.disabled !== false
}

/** What to say of an id that is no source. */
export function unknownSource(catalog: Catalog, id: string): string {
  return catalog.switchedOff?.includes(id)
    ? `${id} belongs to the sandbox, which the operator of this service switched off.`
    : `${id} is not a source of this service. GET /chains lists the sources.`
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
