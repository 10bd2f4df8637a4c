import type { StaticEncode, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A check of foreign data. */
export interface Shape<Type extends TSchema> {
  Check(value: unknown): value is StaticEncode<Type>
  Errors: Validator['Errors']
}

/** Compiled on first use: a process asks few of the sources, and compiling all their shapes takes 50 ms of a start. */
export function shapeOf<const Type extends TSchema>(type: Type): Shape<Type> {
  let compiled: Validator | undefined
  const validator = () => (compiled ??= Compile(type))
  return {
    Check: (value): value is StaticEncode<Type> => validator().Check(value),
    Errors: (value) => validator().Errors(value),
  }
}
