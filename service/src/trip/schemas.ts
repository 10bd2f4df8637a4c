import { Type } from 'typebox'
import { NotFilledField } from '../areas/fields.ts'
import { PLACE_ANSWER, withJobs } from '../areas/schemas.ts'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { JobSchema } from '../jobs/job.ts'
import { AutoAgeField } from '../rates/max-age.ts'
import { ChildrenFields } from '../rates/schemas.ts'

const Money = (description: string) => Type.Number({ description })
const PointsByChain = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })

const UsedCertificate = Type.Object(
  {
    chain: Type.String({ description: 'The chain.' }),
    id: Type.String({ description: 'The certificate, as in `GET /chains`.' }),
    count: Type.Integer({ description: 'How many of them.', minimum: 1 }),
  },
  { $id: 'TripCertificate' },
)

const Transfer = Type.Object(
  {
    bank: Type.String({ description: 'The bank, as in `GET /transfers`.', examples: ['meridian'] }),
    chain: Type.String({ description: 'The chain that receives them.' }),
    points: Type.Integer({ description: 'Points of the bank.', minimum: 1 }),
    received: Type.Integer({
      description:
        'Points of the chain, with the bonus of today. What the block leaves of them counts as spent.',
      minimum: 1,
    }),
  },
  { $id: 'TripTransfer' },
)

const Block = Type.Object(
  {
    chain: Type.String({ description: 'The hotel’s chain.', examples: ['aurelia'] }),
    hotel_code: Type.String({ description: "The property's code at the chain.", examples: ['LONAU'] }),
    name: nullable(Type.String(), 'The hotel’s name; null if unknown.'),
    checkin: Type.String({ description: 'The first night of the block.', format: 'date' }),
    los: Type.Integer({ description: 'Its nights.', minimum: 1 }),
    pay: Type.Enum(['cash', 'points', 'points_cash', 'certificate'], {
      description:
        'How its nights are paid. Another way of paying is another block, even at the same hotel, and is not a move.',
    }),
    cash_after_tax: Money('Cash for all nights and rooms, with taxes.'),
    points: Type.Integer({
      description:
        'Points for all nights and rooms, free nights taken off. For certificates, the points to add.',
      minimum: 0,
    }),
    free_nights: Type.Integer({ description: 'Nights that are free by the chain’s rules.', minimum: 0 }),
    certificate: nullable(Type.String(), 'The certificate that pays; null otherwise.'),
    transfers: Type.Array(Transfer, {
      description:
        'What to transfer before booking. All transfers to a chain stand at the first block that your own points of that chain do not pay.',
    }),
    observed_at: Timestamp('When the oldest of its prices was observed.'),
    max_age: AutoAgeField,
  },
  { $id: 'TripBlock' },
)

const Option = Type.Object(
  {
    rank: Type.Integer({ description: 'From 1, by `cost`.', minimum: 1 }),
    blocks: Type.Array(Block, { description: 'The nights in order.', minItems: 1 }),
    cash_total: Money('Cash for the whole trip.'),
    points: PointsByChain(
      'Points for the whole trip, by chain: your own that it uses, and all that it transfers. Chains without are left out.',
    ),
    certificates: Type.Array(UsedCertificate, { description: 'The certificates it uses.' }),
    cost: Money('Cash plus points at `point_value`. Certificates count as free.'),
    saving_vs_cash: nullable(
      Type.Number(),
      '`best_cash.cash_total` minus `cost`. Null if the trip cannot be paid with cash alone.',
    ),
    why: Type.String({ description: 'One sentence that explains the option.' }),
  },
  { $id: 'TripOption' },
)

const Query = Type.Object(
  {
    checkin: Type.String({ description: 'The first night.', format: 'date' }),
    los: Type.Integer({ description: 'Nights of the trip.' }),
    adults: Type.Integer({ description: 'Per room.' }),
    ...ChildrenFields,
    rooms: Type.Integer({ description: 'As requested.' }),
    currency: Type.String({ description: 'The currency of all amounts in the answer.' }),
    max_moves: Type.Integer({ description: 'As requested.' }),
    wallet: Type.Object(
      {
        points: PointsByChain('By chain.'),
        certificates: Type.Array(UsedCertificate, { description: 'As requested.' }),
        elite: Type.Array(Type.String(), { description: 'Chains of the wallet with elite status.' }),
        banks: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description: 'By bank.' }),
      },
      { description: 'What the options may use.' },
    ),
    point_value: Type.Record(Type.String(), Type.Number(), {
      description:
        'What a point of each chain of the wallet is taken to be worth, in hundredths of `currency`.',
    }),
  },
  { description: 'The request as it was understood.' },
)

export const TripAnswer = withJobs(
  {
    query: Query,
    ...PLACE_ANSWER,
    options: Type.Array(Option, {
      description:
        'At most 10, by `cost`. None takes at least as much cash, points of each chain and certificates as another. Empty if no combination is known to be possible.',
      maxItems: 10,
    }),
    best_cash: nullable(
      Type.Object({
        cash_total: Money('Cash for the whole trip.'),
        blocks: Type.Array(Block, { description: 'The nights in order.', minItems: 1 }),
      }),
      'The cheapest way to pay with cash alone; null if none is known.',
    ),
    frontier: Type.Array(
      Type.Object({
        cash_total: Money('Cash for the whole trip.'),
        points_total: Type.Integer({ description: 'Points of all chains together.', minimum: 0 }),
        option: nullable(
          Type.Integer({ minimum: 1 }),
          'The `rank` of an option with these totals; null if none is listed.',
        ),
      }),
      {
        description:
          'Every pair of cash and total points that no other one beats, by points: what each further point saves.',
      },
    ),
    nights_unknown: Type.Integer({
      description:
        'Nights of hotels with a price that is not cached, is older than `max_age`, or has no reference rate. They are not taken for sold out: a better option may be among them. `fill: "stale"` fetches them.',
      minimum: 0,
    }),
    not_filled: NotFilledField,
  },
  { jobs: Type.Array(JobSchema, { description: 'One job per kind that is being fetched.', minItems: 1 }) },
)
