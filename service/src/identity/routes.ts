import { Type } from 'typebox'
import { PRICE_OF } from '../billing/prices.ts'
import { type Payment, payWith } from '../edge/pay-with.ts'
import { billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { SourceIds, withDefault } from '../edge/schemas.ts'
import { type Served, served } from '../edge/served.ts'
import { EndpointIds } from '../endpoints/schemas.ts'
import { findHotelFacts, HotelFactsSchema } from '../hotels/directory/facts.ts'
import { hotelNotFound } from '../hotels/directory/known.ts'
import { findNeighbours, NeighbourSchema } from '../hotels/directory/neighbours.ts'
import { JobSchema } from '../jobs/job.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import { type IdentityDeps, idSources, mappedSources } from './deps.ts'
import { type IdsJobDeps, planIdsJob } from './ids-job.ts'
import { keepLive, type LiveRecord, planRecord, type RecordAsk } from './record.ts'
import { REQUEST_PATIENCE } from './resolve.ts'
import { CodeField, idMapSchema, idMapView, idsSchema } from './schemas.ts'

export interface IdentityRoutesDeps extends IdentityDeps, IdsJobDeps {
  /** Throws if events must not be sent to this address. */
  checkAddress(url: string): void
}

export function identityRoutes(deps: IdentityRoutesDeps): Route[] {
  const { catalog } = deps
  const all = idSources(catalog)
  const ChainOrAgency = SourceIds(mappedSources(catalog), {
    description: 'A hotel chain, or a travel agency; `code` is then the agency’s hotel id.',
  })
  const ofHotel = {
    namesHotel: true,
    params: Type.Object({
      chain: SourceIds(
        catalog.sources.map(({ id }) => id),
        { description: 'Any source of `GET /chains`.' },
      ),
      code: CodeField,
    }),
    query: Type.Object({}, { additionalProperties: false }),
  } as const
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/hotels/{chain}/{code}',
        operationId: 'getHotel',
        tag: 'Places',
        summary: 'Get what is known of a hotel',
        description:
          'Free. The facts come from the directory, which is read from the sources once a day; the ids come from the id map only.',
        ...ofHotel,
        answers: {
          200: {
            description: 'The hotel, and its known ids at other sources.',
            schema: Type.Object({ hotel: HotelFactsSchema, ids: idsSchema(all) }),
          },
        },
      },
      async ({ params: { chain, code } }) => {
        const hotel = await findHotelFacts(deps.pool, { source: chain, hotelCode: code })
        if (!hotel) throw hotelNotFound(chain, code)
        const asked = { source: sourceOf(catalog, chain), hotelCode: code, sources: all }
        const { known } = await planRecord(deps, asked)
        const { ids } = await idMapView(deps.pool, asked, known)
        return served({ hotel, ids })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/hotels/{chain}/{code}/neighbours',
        operationId: 'hotelNeighbours',
        tag: 'Places',
        summary: 'The hotels that a guest could book instead',
        description: `Up to ${LIMITS.neighbours} hotels of chains in the directory, within ${LIMITS.neighbourMi} miles and one star, nearest first: a start for a comparison set. Where stars are not known, only the distance counts. Free.`,
        ...ofHotel,
        answers: {
          200: {
            description: 'The neighbours; none if it is not known where the hotel is.',
            schema: Type.Object({
              neighbours: Type.Array(NeighbourSchema, { description: 'Nearest first.' }),
            }),
          },
        },
      },
      async ({ params: { chain, code } }) => {
        const hotel = await findHotelFacts(deps.pool, { source: chain, hotelCode: code })
        if (!hotel) throw hotelNotFound(chain, code)
        const chains = catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id)
        return served({ neighbours: await findNeighbours(deps.pool, hotel, chains) })
      },
    ),
    billableRoute(
      {
        method: 'GET',
        path: '/hotels/{chain}/{code}/ids',
        operationId: 'hotelIds',
        tag: 'Identity',
        summary: "A hotel's ids at travel agencies and the search engine",
        description:
          "Known ids come from the id map and are free. Missing ids are resolved live: first from the search engine's page of the hotel, which links to several agencies, then by each source's own search, compared with the chain's coordinates (3 km at most). A live resolution costs 1 credit whether or not it finds an id, and nothing if no source could be asked. The whole service requests at most one search engine page every 3 seconds, so a first answer may take a few seconds. A source where the hotel was not found is asked again after 7 days. With an agency in the path, `mapped_to` is the chain's hotel, and `ids` are that hotel's ids at the other sources.",
        usage: 'ids',
        params: Type.Object({ chain: ChainOrAgency, code: CodeField }),
        query: Type.Object(
          {
            resolve: withDefault(
              Type.Integer({
                description: '0: return only known ids, for free.',
                minimum: 0,
                maximum: 1,
              }),
              1,
            ),
            sources: Type.Optional(
              Type.String({
                description: `Sources to return ids for, separated by commas: ${all.join(', ')}. Default: all.`,
                maxLength: 2000,
                examples: [all.slice(-2).join(',')],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        answers: {
          200: { description: 'The ids, and the sources without an id.', schema: idMapSchema(catalog) },
        },
      },
      async ({ params, query }) => {
        const sources = readSources(
          all,
          query.sources?.split(',').map((id) => id.trim()),
        )
        const asked = { source: sourceOf(catalog, params.chain), hotelCode: params.code, sources }
        const { known, goLive } = await planRecord(deps, asked)
        if (!goLive || query.resolve === 0) {
          return {
            estimate: { cached: [], live: [], free: 1 },
            run: async (tab) => {
              tab.free()
              return served(await idMapView(deps.pool, asked, known))
            },
          }
        }
        const price = PRICE_OF.resolution()
        return {
          estimate: { cached: [], live: [price], free: 0 },
          run: async (tab) => {
            const live = await goLive(REQUEST_PATIENCE)
            if (live.ran) tab.live(price)
            else tab.free()
            return { commit: (payment) => commitIds(deps, asked, live, payment) }
          },
        }
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/hotels/ids/jobs',
        operationId: 'idsJob',
        tag: 'Identity',
        summary: 'Resolve the ids of many hotels',
        description: `A job for up to ${LIMITS.idsJobHotels} hotels of one source. It resolves at most one hotel every six seconds. Hotels with known ids take no time and are free; the others cost 1 credit each, charged as the job runs. The worst case, 1 credit per hotel, is reserved. \`tasks_done\` counts hotels, \`cells_done\` the ids known for them; read them with \`GET /hotels/{chain}/{code}/ids\`. With a \`webhook_url\` or \`endpoints\`, a \`job.done\` event is sent when the job ends (done, failed or canceled). To a \`webhook_url\` it is signed with the \`secret\`, which is shown only in this answer.`,
        usage: 'ids',
        body: Type.Object(
          {
            chain: ChainOrAgency,
            hotel_codes: Type.Array(CodeField, {
              description: 'The hotels, without duplicates.',
              minItems: 1,
              maxItems: LIMITS.idsJobHotels,
            }),
            sources: Type.Optional(
              Type.Array(SourceIds(all), {
                description: 'Sources to resolve ids at. Default: all.',
                minItems: 1,
                maxItems: all.length,
              }),
            ),
            webhook_url: Type.Optional(
              Type.String({
                description: 'Where to send the `job.done` event: a public http or https address.',
                format: 'uri',
                maxLength: LIMITS.webhookUrlLength,
                examples: ['https://example.com/hooks/vacancy'],
              }),
            ),
            endpoints: Type.Optional(EndpointIds),
          },
          { additionalProperties: false },
        ),
        answers: {
          202: {
            description: 'The job, with its worst-case price reserved.',
            schema: Type.Object({
              job: JobSchema,
              secret: Type.Optional(
                Type.String({
                  description:
                    'The secret that signs the event. Only with a `webhook_url`, and shown only in this answer.',
                  examples: ['whsec_5fXn2QkT8wLr0ZyB3vHcJ6mPd9sAe1Gu'],
                }),
              ),
            }),
          },
        },
      },
      async ({ body, requestId }) => {
        const repeated = body.hotel_codes.find((code, index) => body.hotel_codes.indexOf(code) < index)
        if (repeated !== undefined) throw invalid(`\`hotel_codes\` names ${repeated} twice`)
        if (body.webhook_url !== undefined && body.endpoints !== undefined) {
          throw invalid('Set at most one of `webhook_url` and `endpoints`.')
        }
        if (body.webhook_url !== undefined) deps.checkAddress(body.webhook_url)
        return planIdsJob(
          deps,
          {
            source: sourceOf(catalog, body.chain),
            hotelCodes: body.hotel_codes,
            sources: readSources(all, body.sources),
            webhookUrl: body.webhook_url,
            endpoints: body.endpoints,
          },
          requestId,
        )
      },
    ),
  ]
}

/** The answer shows what the map says with the findings, so both are written in the transaction that pays. */
function commitIds(
  deps: IdentityDeps,
  asked: RecordAsk,
  live: LiveRecord,
  payment: Payment,
): Promise<Served> {
  return payWith(deps.pool, payment, async (client, pay) => {
    const record = await keepLive(client, deps, live)
    const view = await idMapView(client, asked, record)
    await pay()
    return served(view)
  })
}

function readSources(all: readonly string[], asked: readonly string[] | undefined): readonly string[] {
  if (!asked) return all
  const unknown = asked.find((id) => !all.includes(id))
  if (unknown !== undefined) {
    throw invalid(`\`sources\`: ${JSON.stringify(unknown.slice(0, 64))} is not one of ${all.join(', ')}.`)
  }
  const repeated = asked.find((id, index) => asked.indexOf(id) < index)
  if (repeated !== undefined) throw invalid(`\`sources\` names ${repeated} twice`)
  return asked
}

/** The schema has already checked the id. */
function sourceOf(catalog: Catalog, id: string): Source {
  const source = findSource(catalog, id)
  if (!source) throw invalid(`There is no source ${id.slice(0, 64)}.`)
  return source
}
