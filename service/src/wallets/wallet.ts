import { type Static, Type } from 'typebox'
import { withDefault } from '../edge/schemas.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Catalog, type Certificate, findSource, type Source } from '../sources/catalog/catalog.ts'
import { unknownChain } from '../sources/catalog/gone.ts'
import type { TransferPartner } from '../sources/catalog/partners.ts'

/** What the guest holds of one chain. */
export interface ChainWallet {
  chain: Source
  points: number
  certificates: { certificate: Certificate; count: number }[]
  isElite: boolean
  /** What a point is worth, in ten-thousandths of a cent. */
  pointValue: number
}

/** By chain. Chains that only points of a bank can become points of are there too, with none. */
export type Chains = ReadonlyMap<Source, ChainWallet>

export interface Wallet {
  chains: Chains
  banks: readonly { bank: string; points: number }[]
  /** Those of its banks and chains. */
  partners: readonly TransferPartner[]
}

const MOST_POINTS = 100_000_000
/** Enough for a cent in currencies of small units, such as rupiahs. */
const MOST_CENTS = 20_000
const DEFAULT_CENTS = 0.7
/** Ten-thousandths of a cent. */
export const VALUE_UNITS = 10_000

const Chain = Type.String({ description: 'A chain with award points.', minLength: 1, maxLength: 32 })

const PointsBy = (description: string, example: Record<string, number>) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: MOST_POINTS }), {
    description,
    examples: [example],
  })

/** What a guest can pay with besides cash. */
export const WALLET_FIELDS = {
  points: Type.Optional(PointsBy('Your points, by chain.', { aurelia: 120_000 })),
  banks: Type.Optional(
    PointsBy('Your points at banks, by bank. They become points of chains as `GET /transfers` says.', {
      meridian: 60_000,
    }),
  ),
  certificates: Type.Optional(
    Type.Array(
      Type.Object(
        {
          chain: Chain,
          id: Type.String({
            description: 'One of the chain’s `certificates` in `GET /chains`.',
            maxLength: 32,
          }),
          count: withDefault(
            Type.Integer({
              description: 'How many of them.',
              minimum: 1,
              maximum: LIMITS.tripCertificatesOfChain,
            }),
            1,
          ),
        },
        { additionalProperties: false },
      ),
      {
        description: `Your free-night certificates: at most ${LIMITS.tripCertificatesOfChain} of a chain and ${LIMITS.tripCertificates} in total.`,
        maxItems: LIMITS.tripCertificates,
      },
    ),
  ),
  elite: Type.Optional(
    Type.Array(Chain, {
      description: 'Chains where you have elite status, for free nights that only such guests get.',
      maxItems: 32,
    }),
  ),
}

const WalletObject = Type.Object(WALLET_FIELDS, { additionalProperties: false })

export const SAVED = 'saved' as const

/** A wallet, or the account’s own. */
export const walletOrSaved = (description: string) =>
  Type.Union([WalletObject, Type.Enum([SAVED])], {
    description: `${description} \`"${SAVED}"\`: the wallet of \`PUT /wallet\`.`,
  })

export const PointValueField = withDefault(
  Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: MOST_CENTS }), {
    description: `What a point of a chain is worth to you, in hundredths of \`currency\`. Four decimals count. Default: ${DEFAULT_CENTS}.`,
    examples: [{ aurelia: 0.7 }],
  }),
  {},
)

export type WalletBody = Static<typeof WalletObject>

/** The chains of the wallet that have something to pay with. */
export function readWallet(catalog: Catalog, body: WalletBody, values: Record<string, number>): Wallet {
  const { points = {}, certificates = [], elite = [] } = body
  const named = (field: string, id: string) => chainOf(catalog, field, id)
  const wallet = new Map<Source, ChainWallet>()
  const open = (chain: Source): ChainWallet => {
    const known = wallet.get(chain)
    if (known) return known
    const pointValue = Math.round((values[chain.id] ?? DEFAULT_CENTS) * VALUE_UNITS)
    const made = { chain, points: 0, certificates: [], isElite: elite.includes(chain.id), pointValue }
    wallet.set(chain, made)
    return made
  }
  for (const id of elite) named('wallet.elite', id)
  for (const id of Object.keys(values)) named('point_value', id)
  for (const [id, count] of Object.entries(points)) {
    const chain = named('wallet.points', id)
    if (count > 0) open(chain).points = count
  }
  for (const { chain: id, id: certificateId, count = 1 } of certificates) {
    const chain = named('wallet.certificates', id)
    addCertificates(open(chain), certificateId, count)
  }
  const total = certificates.reduce((sum, { count = 1 }) => sum + count, 0)
  if (total > LIMITS.tripCertificates)
    throw invalid(
      `\`wallet.certificates\` must have at most ${LIMITS.tripCertificates} certificates, not ${total}.`,
    )
  const { banks, partners } = readBanks(catalog, body.banks ?? {})
  for (const { chain } of partners) open(named('wallet.banks', chain))
  return { chains: wallet, banks, partners }
}

function readBanks(catalog: Catalog, held: Record<string, number>): Pick<Wallet, 'banks' | 'partners'> {
  const known = new Set(catalog.transferPartners.map(({ bank }) => bank))
  for (const bank of Object.keys(held))
    if (!known.has(bank))
      throw invalid(
        `\`wallet.banks\`: ${bank.slice(0, 64)} is not a bank whose points can be transferred. GET /transfers lists them.`,
      )
  return {
    banks: Object.entries(held).flatMap(([bank, points]) => (points > 0 ? [{ bank, points }] : [])),
    partners: catalog.transferPartners.filter(
      ({ bank, minimum, step }) => (held[bank] ?? 0) >= Math.ceil(minimum / step) * step,
    ),
  }
}

function chainOf(catalog: Catalog, field: string, id: string): Source {
  const chain = findSource(catalog, id)
  if (chain?.kind !== 'chain') throw invalid(`\`${field}\`: ${unknownChain(catalog, id)}`)
  if (!chain.points) throw invalid(`\`${field}\`: ${id} has no award points.`, { chain: id })
  return chain
}

function addCertificates({ chain, certificates }: ChainWallet, id: string, count: number): void {
  const certificate = chain.certificates.find((one) => one.id === id)
  if (!certificate)
    throw invalid(
      `\`wallet.certificates\`: ${chain.id} has no certificate ${id.slice(0, 32)}. GET /chains lists them.`,
      { chain: chain.id },
    )
  if (certificates.some((one) => one.certificate === certificate))
    throw invalid(`\`wallet.certificates\` lists ${id} of ${chain.id} twice.`)
  certificates.push({ certificate, count })
  const total = certificates.reduce((sum, one) => sum + one.count, 0)
  if (total > LIMITS.tripCertificatesOfChain)
    throw invalid(
      `\`wallet.certificates\` must have at most ${LIMITS.tripCertificatesOfChain} certificates of ${chain.id}, not ${total}.`,
    )
}
