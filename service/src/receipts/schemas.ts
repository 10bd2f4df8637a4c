import { Type } from 'typebox'
import { nullable, Timestamp, withDefault } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ENDPOINTS } from './receipt.ts'

export const ReceiptField = withDefault(
  Type.Boolean({
    description:
      'Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5 credits more if something is fetched; an answer from the cache has none.',
  }),
  false,
)

/** The field of an answer whose request has `receipt: true`. */
export const ReceiptRef = Type.Optional(
  nullable(
    Type.Object(
      {
        id: Type.String({ description: 'Of the receipt.', examples: ['rcp_4nW7sQ0aXk2mR9tYbC1dEf'] }),
        url: Type.String({
          description:
            'Its page, for people of the account. Relative to the address of the service if that has no `PUBLIC_URL`.',
        }),
      },
      { $id: 'ReceiptRef' },
    ),
    'Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged for it then.',
  ),
)

const Exchange = Type.Object({
  method: Type.String({ description: 'Of the request to the source.' }),
  path: Type.String({ description: 'Of the request, without its query.' }),
  status: nullable(Type.Integer(), 'The HTTP status; null if no answer came.'),
  failure: nullable(Type.String(), 'Why none came.'),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Those that were read.' }),
  sha256: nullable(Type.String(), 'Of the body, as kept: without credentials and personal data.'),
})

const ReadingSchema = Type.Object({
  source: Type.String({ description: 'Id of the source.' }),
  family: Type.String({ description: 'What reads its format.' }),
  family_version: Type.String({ description: 'Of what read it.' }),
  profile: Type.Record(Type.String(), Type.Unknown(), { description: 'The options of the source.' }),
  points: Type.Boolean({ description: 'Whether the source has award points.' }),
  observed_at: Timestamp('When it was asked.'),
  first_id: Type.String({ description: 'The ids of the requests follow from it.' }),
  query: Type.Record(Type.String(), Type.Unknown(), { description: 'What the source was asked.' }),
  bodies: Type.Array(Exchange, { description: 'Its answers, in the order of the requests.' }),
})

export const ReceiptSchema = Type.Object(
  {
    id: Type.String({ description: 'Of the receipt.', examples: ['rcp_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    version: Type.Literal(1, { description: 'Of this form.' }),
    made_at: Timestamp('When it was signed.'),
    issuer: nullable(Type.String(), 'The address of the service; null if it has no public one.'),
    endpoint: Type.Enum(ENDPOINTS, { description: 'The call.' }),
    question: Type.Record(Type.String(), Type.Unknown(), { description: 'The body of the request.' }),
    answer: Type.Record(Type.String(), Type.Unknown(), { description: 'The answer, as it was given.' }),
    readings: Type.Array(ReadingSchema, {
      description: 'One per source that was asked for this answer. What came from the cache has none.',
    }),
    signature: Type.Object(
      {
        algorithm: Type.Literal('Ed25519', { description: 'RFC 8032.' }),
        key: Type.String({ description: 'Its id among the public keys.' }),
        value: Type.String({ description: 'Base64.' }),
      },
      {
        description: 'Over the canonical JSON (RFC 8785) of the receipt without this field.',
      },
    ),
  },
  { $id: 'SignedReceipt' },
)

export const ListedReceiptSchema = Type.Object(
  {
    id: Type.String({ description: 'Of the receipt.', examples: ['rcp_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    made_at: Timestamp('When it was signed.'),
    endpoint: Type.Enum(ENDPOINTS, { description: 'The call.' }),
    chain: Type.String({ description: 'The source that was asked about.' }),
    hotel_code: Type.String({ description: 'Of the hotel.' }),
    hotel_name: nullable(Type.String(), 'Null if the answer did not have it.'),
    checkin: Type.String({ format: 'date', description: 'The first night.' }),
    los: Type.Integer({ description: 'The nights.' }),
    shared: Type.Boolean({ description: 'Whether it has a link.' }),
  },
  { $id: 'ListedReceipt' },
)

export const BodiesSchema = Type.Object(
  {
    bodies: Type.Array(
      Type.Object({
        sha256: Type.String({ description: 'Of the decoded bytes.' }),
        base64: Type.String({ description: 'The body, as UTF-8.' }),
      }),
      { description: 'Each body once, in the order of their hashes.' },
    ),
  },
  { $id: 'ReceiptBodies' },
)

export const LinkSchema = Type.Object(
  { url: Type.String({ description: 'A page for everybody who has the link.' }) },
  { $id: 'ReceiptLink' },
)

export const FoundLinkSchema = Type.Object({
  shared: Type.Boolean({ description: 'Whether there is a link.' }),
  url: nullable(
    Type.String(),
    'A page for everybody who has the link. Null: there is none, or it cannot be shown any more, because it is of an earlier version or the key of the service was lost. It still works; `POST` replaces it.',
  ),
})

export const KeysSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('OKP', { description: 'The type of the key (RFC 8037).' }),
        crv: Type.Literal('Ed25519', { description: 'The curve.' }),
        alg: Type.Literal('EdDSA', { description: 'The algorithm.' }),
        use: Type.Literal('sig', { description: 'It signs.' }),
        kid: Type.String({ description: 'The `signature.key` of receipts.' }),
        x: Type.String({ description: 'The public key, base64url.' }),
        created_at: Timestamp('When it began to sign.'),
        retired_at: nullable(Type.String({ format: 'date-time' }), 'When it stopped; null: it signs now.'),
      }),
      { description: 'Oldest first, retired ones too.' },
    ),
  },
  { $id: 'ReceiptKeys' },
)

export const RECEIPT_LIMITS = `An account can have ${LIMITS.receiptsPerAccount.toLocaleString('en')} receipts.`
