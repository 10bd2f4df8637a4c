/**
 * What stands in the bodies that families have read last. The watch for changes looks at each answer after its family, and need not read
 * it again. What the family has let go of may be gone.
 */
const read: { body: string; root: WeakRef<object> }[] = []

/** Those of one call. */
const MOST = 4
const MOST_CHARS = 500_000

export function keepRead<Root>(body: string, root: Root): Root {
  if (typeof root === 'object' && root !== null && body.length <= MOST_CHARS) {
    if (read.length === MOST) read.shift()
    read.push({ body, root: new WeakRef(root) })
  }
  return root
}

/** Undefined if it was not read just now. */
export function findRead(body: string): object | undefined {
  return read.findLast((each) => each.body === body)?.root.deref()
}
