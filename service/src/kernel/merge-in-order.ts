/** Several sequences as one, in ascending order if each of them is. Equal items keep the order of their sequences. */
export function* mergeInOrder<T>(
  sequences: readonly Iterator<T>[],
  rank: (item: T) => number,
): Generator<T, undefined> {
  const heads = new Map<Iterator<T>, T>()
  const advance = (sequence: Iterator<T>) => {
    const next = sequence.next()
    if (next.done) heads.delete(sequence)
    else heads.set(sequence, next.value)
  }
  for (const sequence of sequences) advance(sequence)
  for (;;) {
    let first: [Iterator<T>, T] | null = null
    for (const head of heads) if (!first || rank(head[1]) < rank(first[1])) first = head
    if (!first) return
    const [sequence, item] = first
    yield item
    advance(sequence)
  }
}
