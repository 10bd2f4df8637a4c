import { type Static, Type } from 'typebox'
import { BudgetSchema } from './budget.ts'
import { PartnerSchema } from './partners.ts'

/**
 * The format of a sources file. Fields that only rates need (weights, capabilities …) are optional because search engines
 * have none; `load.ts` requires them by kind, so that the message can name the missing one.
 */

const exact = { additionalProperties: false } as const

const SOURCE_KINDS = ['chain', 'ota', 'search'] as const

const Certificate = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9_]{1,32}$' }),
    /** Null: any standard award night. */
    max_points: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** Null: any top-up. */
    max_top_up: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  },
  exact,
)

const FreeNight = Type.Object(
  {
    every: Type.Integer({ minimum: 2, maximum: 30 }),
    frees: Type.Enum(['cheapest', 'last']),
    who: Type.Enum(['all', 'elite']),
  },
  exact,
)

/** In credits. */
const Weights = Type.Object(
  {
    shop: Type.Number({ minimum: 0, maximum: 1000 }),
    compset: Type.Number({ minimum: 0, maximum: 1000 }),
    member: Type.Number({ minimum: 0, maximum: 1000 }),
  },
  exact,
)

const Capabilities = Type.Object(
  {
    batch: Type.Boolean(),
    calendar: Type.Boolean(),
    points: Type.Boolean(),
    pointsCash: Type.Boolean(),
    geo: Type.Boolean(),
    certificates: Type.Array(Certificate),
    /** Left out: no award night is free. */
    freeNight: Type.Optional(FreeNight),
  },
  exact,
)

const Limits = Type.Object(
  {
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    deadlineMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 120_000 })),
    maxBodyBytes: Type.Optional(Type.Integer({ minimum: 1024, maximum: 268_435_456 })),
  },
  exact,
)

export const SourceSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{1,31}$' }),
    kind: Type.Enum(SOURCE_KINDS),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    family: Type.String({ minLength: 1 }),
    /** Its prices are invented. `GET /chains` says so, and it can be switched off together with all others. */
    sandbox: Type.Optional(Type.Boolean()),
    /** Of a search engine: it also shows prices, so it is a source of rates too. */
    rates: Type.Optional(Type.Boolean()),
    profile: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    weights: Type.Optional(Weights),
    capabilities: Type.Optional(Capabilities),
    currencies: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    /** A currency cannot be requested: each hotel answers in its own. */
    localCurrency: Type.Optional(Type.Boolean()),
    taxIncluded: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    /** The address of a hotel's own page, with `{hotel_code}`, `{hotel_name}`, `{checkin}` and `{checkout}`. */
    bookingPage: Type.Optional(Type.String({ pattern: '^https://[^\\s{}]+/[^\\s]*$', maxLength: 500 })),
    examples: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$' }), { maxItems: 3 }),
    ),
    baseUrl: Type.String({ minLength: 1 }),
    /** The family's name of each credential → the environment variable that holds it. */
    credentials: Type.Record(Type.String(), Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' })),
    limits: Type.Optional(Limits),
    /** Left out: every request is sent. */
    budget: Type.Optional(BudgetSchema),
  },
  exact,
)

export type SourceEntry = Static<typeof SourceSchema>

export const SourcesFileSchema = Type.Object(
  {
    /** True: these are all the sources. False: they are added to the bundled ones and replace those with the same id. */
    replace: Type.Optional(Type.Boolean()),
    sources: Type.Array(SourceSchema),
    /** Banks whose points become points of chains. Added to the bundled ones; they replace those of the same bank and chain. */
    transfer_partners: Type.Optional(Type.Array(PartnerSchema, { maxItems: 500 })),
  },
  exact,
)

export type SourcesFile = Static<typeof SourcesFileSchema>
