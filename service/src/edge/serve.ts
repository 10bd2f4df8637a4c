import type { KeyRing } from '../accounts/key-ring.ts'
import type { FreeWork } from './free-work.ts'
import type { MeteredRequest, Metering } from './metering.ts'
import type { Repeat } from './repeats.ts'
import type { BillableRoute, Caller, FreeRoute, Route, RouteInput } from './route.ts'
import type { Give, Sell, SpendingLimit } from './sale.ts'
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
  repeat: Repeat | undefined
  dryRun: boolean
  maxCredits: number | undefined
  limit?: SpendingLimit
}

export interface CalledBy extends Caller {
  metered: MeteredRequest
}

/** Answers a call, by kind of route: the one way to every route. */
export async function serve(route: Route, call: Call, services: RouteServices): Promise<Served> {
  switch (route.kind) {
    case 'public':
      return route.handle(call.asked)
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
  if (repeat && route.method === 'POST')
    return give(metered, repeat, async (keepWith) => route.handle(asked, caller, keepWith))
  await metering.admit(metered, { exempt: route.exempt || metered.isPageRead })
  if (route.method === 'POST' || route.method === 'PATCH') await metering.countWrite(metered)
  const handle = async () => route.handle(asked, caller, async () => {})
  return route.large ? freeWork.read(metered.payer.account, handle) : handle()
}

async function serveBillable(
  route: BillableRoute,
  { asked, by, repeat, dryRun, maxCredits, limit }: Call,
  { sell, freeWork }: RouteServices,
): Promise<Served> {
  const { metered, ...caller } = required(by)
  const { usage, large = false } = route
  const plan = () => route.plan(asked, caller, dryRun)
  return sell({
    usage,
    large,
    metered,
    dryRun,
    maxCredits,
    limit,
    repeat,
    plan: dryRun && large ? () => freeWork.quote(metered.payer.account, plan) : plan,
  })
}

function required(by: CalledBy | null): CalledBy {
  if (!by) throw new Error('a route for key holders was reached without a key')
  return by
}
