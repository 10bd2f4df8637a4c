import { Type } from 'typebox'
import { withDefault } from '../edge/schemas.ts'
import { PLACE_FIELDS } from '../hotels/request.ts'
import { LIMITS } from '../kernel/limits.ts'
import { COMMON_FIELDS, LosField, NightField, Nights } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

/** The bodies of the requests about a place. */

const { max_age: _rateAge, ...OCCUPANCY_FIELDS } = COMMON_FIELDS

const maxAgeField = (description: string) =>
  Type.Optional(
    Type.Integer({
      description: `How old a night in the store may be, in seconds; older ones are not shown. 0: none is. ${description}`,
      minimum: 0,
      maximum: 2_147_483_647,
    }),
  )

const MaxHotels = withDefault(
  Type.Integer({
    description: 'How many hotels are looked at, the nearest ones.',
    minimum: 1,
    maximum: LIMITS.placeHotels,
  }),
  LIMITS.placeHotelsDefault,
)

const KindField = withDefault(
  Type.Enum(['award', 'cash'], {
    description:
      '`award` goes by points, and only at chains that have them; `cash` by the lowest public rate.',
  }),
  'award',
)

const FillField = withDefault(
  Type.Enum(['missing', 'stale', 'none'], {
    description:
      '`missing`: hotels of which the store has no night of the range, however old, get a job that asks for all of them. `stale`: also those whose newest night is older than `max_age`. `none`: nothing is asked for.',
  }),
  'missing',
)

const chainField = (catalog: Catalog, description: string) =>
  Type.Enum(
    catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id),
    { description },
  )

const chainList = (catalog: Catalog, description: string) =>
  Type.Optional(
    Type.Array(chainField(catalog, 'A chain of `GET /chains`.'), {
      description,
      minItems: 1,
      examples: [['aurelia', 'castellan']],
    }),
  )

export const areaBody = (catalog: Catalog) =>
  Type.Object(
    {
      ...PLACE_FIELDS,
      chains: chainList(
        catalog,
        'Chains to look for. Default: every chain with a search by place, and for `award` with award points.',
      ),
      max_hotels: MaxHotels,
      checkin: NightField('Check-in, from yesterday (UTC) to 500 days ahead.'),
      los: LosField,
      kind: KindField,
      ...COMMON_FIELDS,
    },
    { additionalProperties: false },
  )

export const calendarAreaBody = (catalog: Catalog) =>
  Type.Object(
    {
      ...PLACE_FIELDS,
      chain: chainField(catalog, 'A chain with a search by place.'),
      max_hotels: MaxHotels,
      nights: Nights,
      los: LosField,
      kind: KindField,
      fill: FillField,
      ...OCCUPANCY_FIELDS,
      max_age: maxAgeField(
        `Default: ${LIMITS.areaAwardAgeSec} for \`award\`, ${LIMITS.areaCashAgeSec} for \`cash\`.`,
      ),
    },
    { additionalProperties: false },
  )

export const awardSearchBody = (catalog: Catalog) =>
  Type.Object(
    {
      ...PLACE_FIELDS,
      chains: chainList(
        catalog,
        'Chains to search. Default: every chain with award points and a search by place.',
      ),
      nights: Nights,
      los: LosField,
      cert: Type.Optional(
        Type.String({
          description:
            'Only nights that this free-night certificate pays for, at the chains that have it (`certificates` of `GET /chains`).',
          minLength: 1,
          maxLength: 64,
          examples: ['40k'],
        }),
      ),
      max_top_up: Type.Optional(
        Type.Integer({
          description:
            'How many points may be added to the certificate; never more than the chain allows, which is also the default.',
          minimum: 0,
          maximum: 2_147_483_647,
        }),
      ),
      fill: FillField,
      rank: withDefault(
        Type.Enum(['points', 'cpp', 'nights'], {
          description:
            '`points`: the cheapest night first. `cpp`: the best value of a point first. `nights`: the most matching nights first.',
        }),
        'points',
      ),
      limit: withDefault(
        Type.Integer({
          description: 'How many hotels are answered at most.',
          minimum: 1,
          maximum: LIMITS.searchHotels,
        }),
        LIMITS.searchHotelsDefault,
      ),
      ...OCCUPANCY_FIELDS,
      max_age: maxAgeField(`Default: ${LIMITS.areaAwardAgeSec}.`),
    },
    { additionalProperties: false },
  )
