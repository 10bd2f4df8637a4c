import { Type } from 'typebox'
import { freeRoute, type Route } from '../edge/route.ts'
import { served } from '../edge/served.ts'
import { nightAt } from '../kernel/dates.ts'
import type { Catalog } from './catalog/catalog.ts'
import { ChainsSchema, chainsView } from './describe.ts'
import type { Gateway } from './gateway.ts'
import type { Sightings } from './seen/watch.ts'
import { TransfersSchema, transfersView } from './transfers.ts'

export interface SourceDeps {
  catalog: Catalog
  gateway: Pick<Gateway, 'state'>
  sightings: Pick<Sightings, 'health'>
  now(): number
}

export function sourceRoutes({ catalog, gateway, sightings, now }: SourceDeps): Route[] {
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/chains',
        operationId: 'listChains',
        tag: 'Account',
        summary: 'List the sources with their capabilities and prices',
        description:
          'The hotel chains, online travel agencies and metasearch engines of this installation, with their prices in credits, capabilities, example hotel codes and health. Free.',
        query: Type.Object({}, { additionalProperties: false }),
        answers: {
          200: {
            description: 'Chains first, then travel agencies, then metasearch engines.',
            schema: ChainsSchema,
          },
        },
      },
      () => served(chainsView(catalog, (id) => sightings.health(id, gateway.state(id)))),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/transfers',
        operationId: 'listTransfers',
        tag: 'Award',
        summary: 'Which points of banks become points of chains',
        description:
          'The banks whose points can be transferred to chains of this installation, at which ratio, in which steps, and with which bonus. `POST /trip` uses them for `wallet.banks`. Free.',
        query: Type.Object({}, { additionalProperties: false }),
        answers: { 200: { description: 'By bank and chain.', schema: TransfersSchema } },
      },
      () => served(transfersView(catalog, nightAt(now()))),
    ),
  ]
}
