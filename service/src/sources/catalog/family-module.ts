import { createRequire, registerHooks } from 'node:module'
import { dirname, isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Type } from 'typebox'
import { shapeOf } from '../../kernel/shape.ts'
import * as port from '../family.ts'
import type { Family } from '../source.ts'

/** What such a module imports. It stands anywhere, so Node would not find it. */
const SPECIFIER = 'vacancy/family'
const ADDRESS = 'vacancy:family'
const PORT = Symbol.for(ADDRESS)

const FamilyShape = shapeOf(
  Type.Object({
    name: Type.String({ pattern: '^[a-z][a-z0-9_-]{1,31}$' }),
    credentials: Type.Array(Type.String({ minLength: 1 })),
    batchSize: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    calendarDays: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    mostRooms: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    takesAges: Type.Optional(Type.Boolean()),
    pointOfSale: Type.Optional(Type.Array(Type.Enum(['country', 'device']))),
    bind: Type.Unknown(),
  }),
)

/** Whether the family of an entry is a module of the operator. */
export function isPath(family: string): boolean {
  return family.startsWith('.') || isAbsolute(family)
}

/** Throws an error with one line. The module is trusted: it runs with all rights of the service. */
export function loadFamily(path: string, sourcesFile: string): Family {
  providePort()
  const file = resolve(dirname(resolve(sourcesFile)), path)
  const loaded: unknown = load(file)
  const family: unknown = isObject(loaded) ? loaded['default'] : undefined
  if (!isObject(family)) throw new Error('has no default export that is a family')
  if (family['api'] !== port.API) {
    throw new Error(`is for api ${String(family['api'])}, but this version of Vacancy has api ${port.API}`)
  }
  if (!isFamily(family)) throw new Error(`its default export has a wrong field: ${wrongField(family)}`)
  return family
}

/** Loaded at once, as everything else of the catalog: so a module cannot wait for something at its top level. */
function load(file: string): unknown {
  try {
    return createRequire(pathToFileURL(file))(file)
  } catch (error) {
    const { code, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
    if (code === 'MODULE_NOT_FOUND' && message.includes(file))
      throw new Error('does not exist', { cause: error })
    if (code === 'ERR_REQUIRE_ASYNC_MODULE')
      throw new Error('must not await at its top level', { cause: error })
    throw new Error(`cannot be loaded: ${message.split('\n')[0]}`, { cause: error })
  }
}

let isProvided = false

/** The modules get our own instance, however we were built: their failures are ours. */
function providePort(): void {
  if (isProvided) return
  isProvided = true
  Reflect.set(globalThis, PORT, port)
  const names = Object.keys(port).join(', ')
  const source = `export const { ${names} } = globalThis[Symbol.for(${JSON.stringify(ADDRESS)})]`
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === SPECIFIER ? { url: ADDRESS, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === ADDRESS ? { format: 'module', source, shortCircuit: true } : next(url, context),
  })
}

function isFamily(value: object): value is Family {
  return FamilyShape.Check(value) && typeof value.bind === 'function'
}

const FIELDS = [
  'name',
  'credentials',
  'batchSize',
  'calendarDays',
  'mostRooms',
  'takesAges',
  'pointOfSale',
  'bind',
] as const

function wrongField(family: Readonly<Record<string, unknown>>): string {
  const fine = {
    name: 'xx',
    credentials: [],
    batchSize: null,
    calendarDays: null,
    mostRooms: null,
    takesAges: true,
    pointOfSale: [],
    bind: null,
  }
  const given: Readonly<Record<string, unknown>> = { takesAges: true, pointOfSale: [], ...family }
  return FIELDS.find((field) => !FamilyShape.Check({ ...fine, [field]: given[field] })) ?? 'bind'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
