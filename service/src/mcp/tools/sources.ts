import { counted } from '../../kernel/counted.ts'
import type { ChainsSchema } from '../../sources/describe.ts'
import { present } from '../figures.ts'
import { type Tool, tool } from '../tool.ts'
import { sourceText } from '../words.ts'

const listSources = tool<typeof ChainsSchema>(
  {
    name: 'list_sources',
    title: 'The hotel chains and agencies',
    description:
      'Free. The ids for `chain` and `chains`, what each source costs in credits, and whether it has award points, a search by place and certificates.',
    operationId: 'listChains',
    fields: [],
    columns: [
      'source',
      'source_name_from_source',
      'source_kind',
      'shop_credits',
      'compset_credits',
      'award_points',
      'geo_search',
      'certificates',
      'status',
    ],
  },
  ({ chains }) => ({
    summary: `${counted(chains.length, 'source')}.`,
    rows: chains.map((chain) =>
      present({
        source: chain.id,
        source_name_from_source: sourceText(chain.name),
        source_kind: chain.kind,
        shop_credits: chain.shop_credits,
        compset_credits: chain.compset_hotel_credits,
        award_points: chain.award_points || undefined,
        geo_search: chain.geo_search || undefined,
        certificates:
          chain.certificates.length > 0 ? chain.certificates.map(({ id }) => id).join(' ') : undefined,
        status: chain.status,
      }),
    ),
  }),
)

export const SOURCE_TOOLS: readonly Tool[] = [listSources]
