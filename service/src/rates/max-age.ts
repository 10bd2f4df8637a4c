import { Type } from 'typebox'

/** How old a cached answer may be. */

/** A number of seconds, or `auto`, which depends on the hotel. */
export type AskedAge = number | typeof AUTO
export const AUTO = 'auto'

export const MaxAge = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.Enum([AUTO])], {
    description: `${description} \`auto\`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.`,
  })

/** In answers about a grid of hotels. */
export const AutoAgesField = Type.Optional(
  Type.Array(
    Type.Object(
      {
        chain: Type.String({ description: 'The chain.', examples: ['aurelia'] }),
        hotel_code: Type.String({ description: "The property's code at the chain.", examples: ['LONAU'] }),
        max_age: Type.Integer({ description: 'In seconds.' }),
      },
      { $id: 'HotelAge' },
    ),
    {
      description:
        'What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of stay; only if that was asked for.',
    },
  ),
)

/** In answers about one hotel, and in rows of hotels. */
export const AutoAgeField = Type.Optional(
  Type.Integer({
    description: 'What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for.',
  }),
)
