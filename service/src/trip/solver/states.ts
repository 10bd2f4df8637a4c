import type { Purse } from './problem.ts'

/**
 * How many of each certificate of a purse are used, as one number: digits whose base is the count plus one. The first
 * certificate is the lowest digit.
 */
export interface States {
  count: number
  /** What a state grows by with one more of each certificate. */
  strides: readonly number[]
  /** By state: how many of each certificate. */
  used: readonly (readonly number[])[]
  /** By state: the others that use no more of any certificate. */
  below: readonly (readonly number[])[]
  /** By state: those that use no less of any certificate, itself included. */
  above: readonly (readonly number[])[]
}

export function statesOf({ certificates }: Purse): States {
  const strides: number[] = []
  let count = 1
  for (const most of certificates) {
    strides.push(count)
    count *= most + 1
  }
  const used = Array.from({ length: count }, (_, state) =>
    certificates.map((most, at) => Math.floor(state / (strides[at] ?? 1)) % (most + 1)),
  )
  const usesNoMore = (a: number, b: number) =>
    a !== b && (used[a] ?? []).every((number, at) => number <= (used[b]?.[at] ?? 0))
  const all = [...used.keys()]
  return {
    count,
    strides,
    used,
    below: all.map((state) => all.filter((other) => usesNoMore(other, state))),
    above: all.map((state) => all.filter((other) => other === state || usesNoMore(state, other))),
  }
}

/** Whether the wallet has the certificates for both: a matrix, `first × count + second`. */
export function fittingStates({ count, used }: States, { certificates }: Purse): Uint8Array {
  const fits = new Uint8Array(count * count)
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b < count; b += 1) {
      const both = certificates.every((most, at) => (used[a]?.[at] ?? 0) + (used[b]?.[at] ?? 0) <= most)
      fits[a * count + b] = Number(both)
    }
  }
  return fits
}
