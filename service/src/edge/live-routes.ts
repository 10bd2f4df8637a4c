import type { Route } from './route.ts'
import { type Compile, createValidation, type Part, type Validate } from './validation.ts'

/**
 * The routes of a process. Their schemas list the sources, so they are made again when those change: the same routes, with other
 * schemas. A request that has been validated ends with the route that it began with.
 */
export interface LiveRoutes {
  all(): readonly Route[]
  /** The route as it is now. A route that is not one of them is returned as it is. */
  now(route: Route): Route
  /** Validates a part of a request by the schema of now; by the given one if the route has none of its own. */
  validate(route: Route, part: Part, given: object): Validate
  renew(): void
}

/** The field of a route with the schema of a part of its request. */
const FIELDS: Partial<Record<Part, 'body' | 'query' | 'params'>> = {
  body: 'body',
  querystring: 'query',
  params: 'params',
}

export function createLiveRoutes(make: () => readonly Route[]): LiveRoutes {
  let current = generationOf(make())
  return {
    all: () => current.routes,
    now: (route) => current.now(route),
    validate: (route, part, given) => (data) => current.validatorOf(route, part, given)(data),
    renew() {
      current = generationOf(make())
    },
  }
}

/** Validators are made when they are needed, and forgotten with their generation. */
function generationOf(routes: readonly Route[]) {
  const byId = new Map(routes.map((route) => [route.operationId, route]))
  const validators = new Map<string, Validate>()
  const compile: Compile = createValidation()
  const now = (route: Route): Route => byId.get(route.operationId) ?? route
  const make = (key: string, route: Route, part: Part, given: object): Validate => {
    const field = FIELDS[part]
    const made = compile((field && now(route)[field]) ?? given, part)
    validators.set(key, made)
    return made
  }
  return {
    routes,
    now,
    validatorOf(route: Route, part: Part, given: object): Validate {
      const key = `${route.operationId} ${part}`
      return validators.get(key) ?? make(key, route, part, given)
    },
  }
}
