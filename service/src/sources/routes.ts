import { Type } from 'typebox'
import { freeRoute, type Route } from '../edge/route.ts'
import { served } from '../edge/served.ts'
import type { Catalog } from './catalog/catalog.ts'
import { ChainsSchema, chainsView } from './describe.ts'
import type { Gateway } from './gateway.ts'

export interface SourceDeps {
  catalog: Catalog
  gateway: Pick<Gateway, 'state'>
}

export function sourceRoutes({ catalog, gateway }: SourceDeps): Route[] {
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
      () => served(chainsView(catalog, gateway.state)),
    ),
  ]
}
