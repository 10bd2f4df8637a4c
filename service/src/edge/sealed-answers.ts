import type { SealedValues } from '../secrets/sealed-values.ts'

/** Marks an encrypted answer. No answer of ours starts like this. */
export const SEALED = 'sealed:'

/** The encryption purpose of a stored answer. */
export function purposeOf(claim: string): string {
  return `answer ${claim}`
}

/** Stored answers that contain a secret, such as that of a new watch. */
export const sealedAnswers: SealedValues = {
  name: 'stored answers',
  read: async (client, after, most) => {
    const { rows } = await client.query<{ claim: string; body: string }>(
      `select claim, body from idempotent_answers where body like $1 and ($2::uuid is null or claim > $2)
       order by claim limit $3 for update`,
      [`${SEALED}%`, after, most],
    )
    return rows.map(({ claim, body }) => ({
      key: claim,
      purpose: purposeOf(claim),
      values: [Buffer.from(body.slice(SEALED.length), 'base64')],
    }))
  },
  write: async (client, rows) => {
    await client.query(
      `update idempotent_answers a set body = n.body from unnest($1::uuid[], $2::text[]) as n(claim, body)
       where a.claim = n.claim`,
      [rows.map(({ key }) => key), rows.map(({ values }) => SEALED + (values[0]?.toString('base64') ?? ''))],
    )
  },
  renew: () => null,
  remove: async (client, claims) => {
    await client.query('delete from idempotent_answers where claim = any($1::uuid[])', [claims])
  },
}
