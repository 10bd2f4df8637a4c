import { Type } from 'typebox'
import { PRICE_OF } from '../billing/prices.ts'
import { billableRoute, type Route } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { JobSchema } from '../jobs/job.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import { type IdentityDeps, idSources } from './deps.ts'
import { type IdsJobDeps, planIdsJob } from './ids-job.ts'
import { keepLive, planRecord } from './record.ts'
import { REQUEST_PATIENCE } from './resolve.ts'
import { CodeField, idMapSchema, idMapView } from './schemas.ts'

export interface IdentityRoutesDeps extends IdentityDeps, IdsJobDeps {
  /** Throws where events must not be sent to this address. */
  checkAddress(url: string): void
}

export function identityRoutes(deps: IdentityRoutesDeps): Route[] {
  const { catalog } = deps
  const all = idSources(catalog)
  const ChainOrAgency = Type.Enum(
    catalog.sources.map(({ id }) => id),
    { description: 'A hotel chain, or a travel agency whose own hotel id is then the code.' },
  )
  return [
    billableRoute(
      {
        method: 'GET',
        path: '/hotels/{chain}/{code}/ids',
        operationId: 'hotelIds',
        tag: 'Identity',
        summary: "A hotel's ids at agencies and with the search engine",
        description:
          "Known ids come from the map and are free. Missing ones are looked for live: first on the search engine's own page of the hotel, whose links name several agencies' ids at once, then by each source's own search, held against the chain's coordinates; beyond 3 km nothing matches. That costs 1 credit, found or not, and nothing where nobody could be asked. The search engine is asked for at most one page every 3 seconds by the whole service, so a first answer may take some seconds. A source where the hotel was not found is asked again after 7 days. With an agency in the path, `mapped_to` names the chain's hotel, and `ids` are those of that hotel at the other sources.",
        usage: 'ids',
        params: Type.Object({ chain: ChainOrAgency, code: CodeField }),
        query: Type.Object(
          {
            resolve: withDefault(
              Type.Integer({
                description: '0: only what the map knows, free.',
                minimum: 0,
                maximum: 1,
              }),
              1,
            ),
            sources: Type.Optional(
              Type.String({
                description: `Where ids are wanted, separated by commas: of ${all.join(', ')}. Default: everywhere.`,
                maxLength: 2000,
                examples: [all.slice(-2).join(',')],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        answers: {
          200: { description: 'The ids, and the sources without one.', schema: idMapSchema(catalog) },
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
              return served(idMapView(asked, known))
            },
          }
        }
        const price = PRICE_OF.resolution()
        return {
          estimate: { cached: [], live: [price], free: 0 },
          run: async (tab) => {
            const live = await goLive(REQUEST_PATIENCE)
            const record = await keepLive(deps, live)
            if (live.ran) tab.live(price)
            else tab.free()
            return served(idMapView(asked, record))
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
        summary: 'Look for the ids of many hotels',
        description: `A job for up to ${LIMITS.idsJobHotels} hotels of one source. It resolves at most one hotel in six seconds; hotels that need no live resolution take no time and cost nothing, the others 1 credit each, charged as the job runs. The worst case, 1 credit per hotel, is set aside. \`tasks_done\` counts hotels, \`cells_done\` the ids known for them; read them with \`GET /hotels/{chain}/{code}/ids\`. With a \`webhook_url\`, the event \`job.done\` is sent there when the job has ended, whether done, failed or canceled, signed with the \`secret\` that is told here and never again.`,
        usage: 'ids',
        body: Type.Object(
          {
            chain: ChainOrAgency,
            hotel_codes: Type.Array(CodeField, {
              description: 'The hotels, each once.',
              minItems: 1,
              maxItems: LIMITS.idsJobHotels,
            }),
            sources: Type.Optional(
              Type.Array(Type.Enum(all), {
                description: 'Where ids are wanted. Default: everywhere.',
                minItems: 1,
                maxItems: all.length,
              }),
            ),
            webhook_url: Type.Optional(
              Type.String({
                description: 'Where to send the event of its end: an http or https address on the internet.',
                format: 'uri',
                maxLength: LIMITS.webhookUrlLength,
                examples: ['https://example.com/hooks/vacancy'],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        answers: {
          202: {
            description: 'The job, with its worst case set aside.',
            schema: Type.Object({
              job: JobSchema,
              secret: Type.Optional(
                Type.String({
                  description: 'Signs the event. Only with a `webhook_url`, and only here.',
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
        if (body.webhook_url !== undefined) deps.checkAddress(body.webhook_url)
        return planIdsJob(
          deps,
          {
            source: sourceOf(catalog, body.chain),
            hotelCodes: body.hotel_codes,
            sources: readSources(all, body.sources),
            webhookUrl: body.webhook_url,
          },
          requestId,
        )
      },
    ),
  ]
}

function readSources(all: readonly string[], asked: readonly string[] | undefined): readonly string[] {
  if (!asked) return all
  const unknown = asked.find((id) => !all.includes(id))
  if (unknown !== undefined) {
    throw invalid(`\`sources\`: ${JSON.stringify(unknown.slice(0, 64))} is not one of ${all.join(', ')}`)
  }
  const repeated = asked.find((id, index) => asked.indexOf(id) < index)
  if (repeated !== undefined) throw invalid(`\`sources\` names ${repeated} twice`)
  return asked
}

/** The schema allows no other. */
function sourceOf(catalog: Catalog, id: string): Source {
  const source = findSource(catalog, id)
  if (!source) throw invalid(`there is no source ${id.slice(0, 64)}`)
  return source
}
