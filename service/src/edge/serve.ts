import type { KeyRing } from '../accounts/key-ring.ts'
import { ApiError } from '../kernel/errors.ts'
import type { FreeWork } from './free-work.ts'
import type { MeteredRequest, Metering } from './metering.ts'
import type { KeepWith, Repeat } from './repeats.ts'
import {
  type BillableRoute,
  type Caller,
  type FreeRoute,
  type Route,
  type RouteInput,
  scopeOf,
  type Visitor,
} from './route.ts'
import type { Give, Sell } from './sale.ts'
import type { Served } from './served.ts'

export interface RouteServices {
  keyRing: KeyRing
  metering: Metering
  sell: Sell
  give: Give
  freeWork: FreeWork
}

/** A validated call of a route, whether it came over HTTP or from a tool. */
export interface Call {
  asked: RouteInput
  /** Null on public routes. */
  by: CalledBy | null
  /** Who calls a public route. */
  visitor?: Visitor
  repeat: Repeat | undefined
  dryRun: boolean
  maxCredits: number | undefined
}

export interface CalledBy extends Caller {
  metered: MeteredRequest
}

/** Answers a call, by kind of route: the one way to every route. */
export async function serve(route: Route, call: Call, services: RouteServices): Promise<Served> {
  requireScope(route, call)
  switch (route.kind) {
    case 'public':
      return route.handle(call.asked, required(call.visitor ?? null))
    case 'free':
      return route.paid?.isAsked(call.asked)
        ? serveBillable({ ...route, ...route.paid, kind: 'billable' }, call, services)
        : serveFree(route, call, services)
    case 'billable':
      return serveBillable(route, call, services)
  }
}

async function serveFree(
  route: FreeRoute,
  { asked, by, repeat }: Call,
  { metering, give, freeWork }: RouteServices,
): Promise<Served> {
  const { metered, ...caller } = required(by)
  const handle = async (keepWith: KeepWith) => {
    const work = async () => route.handle(asked, caller, keepWith)
    if (!route.large) return work()
    const { account } = metered.payer
    return route.large === 'list' ? freeWork.readList(account, work) : freeWork.read(account, work)
  }
  if (repeat && route.method === 'POST') return give(metered, repeat, handle)
  await metering.admit(metered, { exempt: route.exempt || metered.isPageRead })
  if (['POST', 'PUT', 'PATCH'].includes(route.method)) await metering.countWrite(metered)
  return handle(async () => {})
}

async function serveBillable(
  route: BillableRoute,
  { asked, by, repeat, dryRun, maxCredits }: Call,
  { sell, freeWork }: RouteServices,
): Promise<Served> {
  const { metered, ...caller } = required(by)
  const { usage } = route
  const large = Boolean(route.large)
  const plan = () => route.plan(asked, caller, dryRun)
  return sell({
    usage,
    large,
    metered,
    dryRun,
    maxCredits,
    repeat,
    plan: dryRun && large ? () => freeWork.quote(metered.payer.account, plan) : plan,
  })
}

/** A signed-in person acts by their role. The key that they chose only pays. */
function requireScope(route: Route, { by, asked, dryRun }: Call): void {
  if (!by || by.person !== undefined) return
  const scope = scopeOf(route, asked, dryRun)
  if (by.holder.key.scopes.includes(scope)) return
  throw new ApiError(
    'auth_failed',
    `This call needs a key with the scope \`${scope}\`. This key has only: ${by.holder.key.scopes.join(', ')}.`,
  )
}

function required<By extends CalledBy | Visitor>(by: By | null): By {
  if (!by) throw new Error('a route was reached by nobody')
  return by
}
