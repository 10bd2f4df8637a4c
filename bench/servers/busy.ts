/** A program that keeps a core busy for as long as its parent wants. */
const SLICE_MS = 50

function spin(): void {
  const untilMs = performance.now() + SLICE_MS
  while (performance.now() < untilMs);
  setImmediate(spin)
}

process.on('disconnect', () => process.exit(0))
process.send?.({})
spin()
