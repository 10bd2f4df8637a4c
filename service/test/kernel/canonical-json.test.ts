import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from '../../src/kernel/canonical-json.ts'

/** The examples of RFC 8785. */
it('writes the object of section 3.2.2 as section 3.2.3 shows it', () => {
  const text = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`
  const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
  expect(canonicalJson(JSON.parse(text))).toBe(expected)
})

it('sorts keys by UTF-16 units, as in section 3.2.3', () => {
  const text = String.raw`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`
  const order = [...canonicalJson(JSON.parse(text)).matchAll(/:"(\w+)/g)].map(([, word]) => word)
  expect(order).toEqual(['Carriage', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew'])
})

it.each([
  [0, '0'],
  [-0, '0'],
  [5e-324, '5e-324'],
  [-1.7976931348623157e308, '-1.7976931348623157e+308'],
  [9007199254740992, '9007199254740992'],
  [295147905179352830000, '295147905179352830000'],
  [9.999999999999997e22, '9.999999999999997e+22'],
  [999999999999999700000, '999999999999999700000'],
  [333333333.3333332, '333333333.3333332'],
  [-0.0000033333333333333333, '-0.0000033333333333333333'],
])('writes the number %d as appendix B does', (number, text) => {
  expect(canonicalJson(number)).toBe(text)
})

it('refuses what JSON cannot hold', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, '\ud800', { '\udc00': 1 }])
    expect(() => canonicalJson(value)).toThrow(RangeError)
})

it('is the same for every order of keys, means the same, and does not change when it is written again', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value)
      const parsed: unknown = JSON.parse(text)
      expect(canonicalJson(parsed)).toBe(text)
      expect(canonicalJson(JSON.parse(JSON.stringify(value), reversed))).toBe(text)
    }),
  )
})

function reversed(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).toReversed()) : value
}
