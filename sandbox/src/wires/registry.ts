import type { WireFactory } from './wire.ts'

/** Which code speaks for which wire family. A source whose family is missing here answers 501. */
export const WIRES: Readonly<Partial<Record<string, WireFactory>>> = {}
