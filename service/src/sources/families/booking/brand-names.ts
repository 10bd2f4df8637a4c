import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, SourceFailure } from '../../source.ts'
import { fields, number, text } from '../facts.ts'
import type { Client } from './client.ts'

const Chains = shapeOf(Type.Object({ data: Type.Array(Type.Unknown()) }))

/** The names of the vendor's brands by their numbers. */
export async function brandNames(client: Client, call: Call): Promise<ReadonlyMap<number, string>> {
  const body = await client.chains({ call, raw: [] })
  if (!Chains.Check(body)) throw new SourceFailure('broken', 'a list of chains of an unknown shape')
  const brands = body.data.flatMap((chain) => {
    const listed = fields(chain)['brands']
    return Array.isArray(listed) ? listed.map(fields) : []
  })
  return new Map(
    brands.flatMap((brand): [number, string][] => {
      const id = number(brand['id'])
      const name = text(brand['name'])
      return id === null || name === null ? [] : [[id, name]]
    }),
  )
}
