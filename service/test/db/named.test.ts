import { expect, test } from 'vitest'
import { named } from '../../src/db/named.ts'

test('parameters are numbered in the order in which a statement names them', () => {
  const text = 'select :b::int, (:list)[1:n], :a from t where a = :a and at > :b'
  expect(named({ name: 's', text, values: { a: 1, b: 2, list: [3], unused: 4 } })).toEqual({
    name: 's',
    text: 'select $1::int, ($2)[1:n], $3 from t where a = $3 and at > $1',
    values: [2, [3], 1],
  })
})

test('a parameter without a value is a fault', () => {
  expect(() => named({ text: 'select :missing', values: {} })).toThrow(':missing')
})
