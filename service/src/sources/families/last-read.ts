/**
 * The bodies that families have parsed last. The watch for changes looks at each answer right after its family, and need not parse it
 * again. The garbage collector may take what the family no longer uses.
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
