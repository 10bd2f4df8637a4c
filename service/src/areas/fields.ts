import { Type } from 'typebox'
import { MinAccessField } from '../access/request.ts'
import { SourceIds, withDefault } from '../edge/schemas.ts'
import { PLACE_FIELDS } from '../hotels/request.ts'
import { LIMITS } from '../kernel/limits.ts'
import { MaxAge } from '../rates/max-age.ts'
import { COMMON_FIELDS, LosField, NightField, Nights } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { walletOrSaved } from '../wallets/wallet.ts'

/** The bodies of the requests about a place. */

const { max_age: _rateAge, ...occupancyFields } = COMMON_FIELDS

/** Without `max_age`, whose default differs. */
export const OCCUPANCY_FIELDS = occupancyFields

export const maxAgeField = (description: string) =>
  Type.Optional(
    MaxAge(
      `Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. ${description}`,
    ),
  )

const MaxHotels = withDefault(
  Type.Integer({
    description: 'Maximum number of hotels, nearest first.',
    minimum: 1,
    maximum: LIMITS.placeHotels,
  }),
  LIMITS.placeHotelsDefault,
)

const KindField = withDefault(
  Type.Enum(['award', 'cash'], {
    description:
      '`award` ranks by points, only at chains with award points; `cash` ranks by the lowest public rate.',
  }),
  'award',
)

export const FillField = withDefault(
  Type.Enum(['missing', 'stale', 'none'], {
    description:
      'What a job fetches. `missing`: hotels without any cached night in the range, with all its nights. `stale`: also every single night of the other hotels that is unknown or older than `max_age`. `none`: nothing.',
  }),
  'missing',
)

export const FillBudgetField = Type.Optional(
  Type.Number({
    description:
      'The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job.',
    minimum: 0,
    maximum: LIMITS.maxCredits,
    examples: [10],
  }),
)

export const NotFilledField = Type.Optional(
  Type.Object(
    {
      hotels: Type.Integer({ description: 'Hotels with nights that are left out.', minimum: 0 }),
      nights: Type.Integer({ description: 'Nights that are left out, of all hotels.', minimum: 0 }),
      chains: Type.Array(Type.String(), { description: 'The chains of these hotels.' }),
    },
    {
      description:
        'What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels.',
    },
  ),
)

export const PartialField = withDefault(
  Type.Boolean({
    description:
      '`false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only its place lookup is charged. So repeat the call when they have ended, and pay for one answer.',
  }),
  true,
)

const chainField = (catalog: Catalog, description: string) =>
  SourceIds(
    catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id),
    { description },
    catalog.switchedOff,
  )

/** More than any server has. */
const MOST_CHAINS = 100

export const chainList = (catalog: Catalog, description: string) =>
  Type.Optional(
    Type.Array(chainField(catalog, 'A chain from `GET /chains`.'), {
      description,
      minItems: 1,
      maxItems: MOST_CHAINS,
      examples: [['aurelia', 'castellan']],
    }),
  )

export const areaBody = (catalog: Catalog) =>
  Type.Object(
    {
      ...PLACE_FIELDS,
      chains: chainList(
        catalog,
        'Chains to search. Default: every chain with a search by place; for `award`, only those with award points.',
      ),
      max_hotels: MaxHotels,
      checkin: NightField('Check-in, from yesterday (UTC) to 500 days ahead.'),
      los: LosField,
      kind: KindField,
      fill: withDefault(
        Type.Enum(['missing', 'none'], {
          description: 'What a job fetches. `missing`: the hotels without a fresh cell. `none`: nothing.',
        }),
        'missing',
      ),
      fill_budget: FillBudgetField,
      partial: PartialField,
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
      fill_budget: FillBudgetField,
      partial: PartialField,
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
            'Only nights that this free-night certificate covers, at the chains that have it (`certificates` in `GET /chains`).',
          minLength: 1,
          maxLength: 64,
          examples: ['40k'],
        }),
      ),
      max_top_up: Type.Optional(
        Type.Integer({
          description:
            'Maximum points to add to the certificate. The chain’s own maximum is the limit and the default.',
          minimum: 0,
          maximum: 2_147_483_647,
        }),
      ),
      min_access: MinAccessField,
      wallet: Type.Optional(
        walletOrSaved('What you hold: only chains of it are searched, and those that its banks transfer to.'),
      ),
      within_wallet: withDefault(
        Type.Boolean({
          description:
            'Only nights that the `wallet` can pay, each on its own: with points, those of banks included, free nights, or certificates for a single night.',
        }),
        false,
      ),
      fill: FillField,
      fill_budget: FillBudgetField,
      partial: PartialField,
      rank: withDefault(
        Type.Enum(['points', 'cpp', 'nights'], {
          description:
            '`points`: cheapest night first. `cpp`: most cents per point first. `nights`: most matching nights first.',
        }),
        'points',
      ),
      limit: withDefault(
        Type.Integer({
          description: 'Maximum number of hotels in the answer.',
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
