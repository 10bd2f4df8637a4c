import { Type } from 'typebox'
import { type Action, personOf, recordAct } from '../accounts/acts.ts'
import { countTry } from '../accounts/throttle.ts'
import { invalid } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import type { SignedInMember } from '../sessions/sessions.ts'
import type { SpendingMeter } from '../sources/budget/meter.ts'
import type { CatalogLoader } from '../sources/catalog/load.ts'
import {
  listSources,
  type OperatingDeps,
  removeSource,
  savePlan,
  showSource,
  switchSandbox,
  switchSource,
} from '../sources/store/operating.ts'
import { type Planned, planEdit, planNew } from '../sources/store/plan.ts'
import { isProven, proofOf } from '../sources/store/proof.ts'
import type { Saver } from '../sources/store/save.ts'
import { readStored, writeChoice } from '../sources/store/store.ts'
import { needsTrial, tryOut } from '../sources/store/try-out.ts'
import type { SourcesWatch } from '../sources/store/watch-sources.ts'
import { VENDORS } from '../sources/vendors/vendors.ts'
import { reportView } from './report-view.ts'
import { connectUnreserved, reservedAddress } from './reserved-address.ts'

export interface SourceRoutesDeps extends Omit<OperatingDeps, 'load'> {
  loadCatalog: CatalogLoader
  sourcesWatch: SourcesWatch
  /** Counts the requests of a test. */
  meter: SpendingMeter
  now(): number
}

const closed = { additionalProperties: false } as const
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Text = Type.String({ maxLength: 300 })
const Fields = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 8192 }))
/** Its numbers are checked with the rest, so that a mistake is told at its field. */
const Budget = Type.Object(
  {
    requests_per_day: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    requests_per_month: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    price_per_request: Type.Optional(
      Type.Union([Type.Object({ amount: Type.Number(), currency: Type.String() }, closed), Type.Null()]),
    ),
    reserve_pct: Type.Optional(Type.Number()),
  },
  closed,
)
const Draft = {
  vendor: Text,
  id: Text,
  name: Type.Optional(Text),
  base_url: Type.Optional(Text),
  fields: Fields,
  budget: Type.Optional(Budget),
}
const Edit = {
  name: Type.Optional(Text),
  base_url: Type.Optional(Text),
  fields: Type.Optional(Fields),
  budget: Type.Optional(Type.Union([Budget, Type.Null()])),
}
const Proof = { proof: Type.Optional(Type.String({ maxLength: 200 })) }
const Version = Type.Integer({ minimum: 0 })

/** Connecting sources. Nothing here shows a secret. */
export function sourceRoutes(given: SourceRoutesDeps): OwnRoute[] {
  const deps: OperatingDeps = { ...given, load: given.loadCatalog }
  return [...reading(deps), ...making(given, deps), ...switching(given, deps)]
}

function reading(deps: OperatingDeps): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/operator/vendors', needs: 'operator' }, async () => ({
      body: { vendors: VENDORS },
    })),
    memberRoute({ method: 'GET', path: '/operator/connected-sources', needs: 'operator' }, async () => {
      const { stored, sources } = await listSources(deps)
      return { body: { sources, sandbox: stored.sandbox, choice: stored.choice } }
    }),
    memberRoute(
      { method: 'GET', path: '/operator/sources/{id}', params: Id, needs: 'operator' },
      async ({ params }) => ({ body: await showSource(deps, params.id) }),
    ),
  ]
}

function making({ sourcesWatch, now, meter }: SourceRoutesDeps, deps: OperatingDeps): OwnRoute[] {
  const { pool, vault, load } = deps
  const stored = () => readStored(pool, vault)
  const trial = async (planned: Planned, email: string) => {
    if (!planned.row || !needsTrial(planned)) return { problems: planned.problems, trial: null, proof: null }
    await countTry(pool, 'testOfSource', email)
    const problems = await reservedAddress(planned.row.entry.baseUrl)
    if (problems.length > 0) return { problems, trial: null, proof: null }
    const { works, report, advice } = await tryOut(planned, now, { meter, connect: connectUnreserved })
    const proof = works ? proofOf(vault, planned.row, now()) : null
    return { problems: [], trial: { works, advice, report: reportView(report) }, proof }
  }
  const requireProof = (planned: Planned, proof: string | undefined): void => {
    const [problem] = planned.problems
    if (problem) throw invalid(`\`${problem.field}\` ${problem.problem}.`)
    if (!needsTrial(planned) || !planned.row) return
    if (proof === undefined || !isProven(vault, planned.row, proof, now()))
      throw invalid('Test these settings first: nothing is saved that does not work.')
  }
  return [
    memberRoute(
      { method: 'POST', path: '/operator/sources/try', body: Type.Object(Draft, closed), needs: 'operator' },
      async ({ body }, { email }) => ({
        body: await trial(planNew({ stored: await stored(), load }, draftOf(body)), email),
      }),
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/sources/{id}/try',
        params: Id,
        body: Type.Object(Edit, closed),
        needs: 'operator',
      },
      async ({ params, body }, { email }) => ({
        body: await trial(planEdit({ stored: await stored(), load }, params.id, editOf(body)), email),
      }),
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/sources',
        body: Type.Object({ ...Draft, ...Proof }, closed),
        needs: 'operator',
      },
      async ({ body }, member) => {
        const planned = planNew({ stored: await stored(), load }, draftOf(body))
        requireProof(planned, body.proof)
        await savePlan(deps, planned, 0, saverOf(member, 'source.add', body.id))
        await writeChoice(pool, 'connect')
        await sourcesWatch.look()
        return { body: await showSource(deps, body.id) }
      },
    ),
    memberRoute(
      {
        method: 'PATCH',
        path: '/operator/sources/{id}',
        params: Id,
        body: Type.Object({ ...Edit, ...Proof, version: Version }, closed),
        needs: 'operator',
      },
      async ({ params, body }, member) => {
        const planned = planEdit({ stored: await stored(), load }, params.id, editOf(body))
        requireProof(planned, body.proof)
        await savePlan(deps, planned, body.version, saverOf(member, 'source.change', params.id, planned.what))
        await sourcesWatch.look()
        return { body: await showSource(deps, params.id) }
      },
    ),
  ]
}

function switching({ sourcesWatch }: SourceRoutesDeps, deps: OperatingDeps): OwnRoute[] {
  const switched = (on: boolean) =>
    memberRoute(
      {
        method: 'POST',
        path: `/operator/sources/{id}/${on ? 'enable' : 'disable'}`,
        params: Id,
        body: Type.Object({ version: Version }, closed),
        needs: 'operator',
      },
      async ({ params, body }, member) => {
        const saver = saverOf(member, on ? 'source.enable' : 'source.disable', params.id)
        await switchSource(deps, params.id, on, saver, body.version)
        await sourcesWatch.look()
        return { body: await showSource(deps, params.id) }
      },
    )
  return [
    switched(true),
    switched(false),
    memberRoute(
      {
        method: 'DELETE',
        path: '/operator/sources/{id}',
        params: Id,
        query: Type.Object({ version: Version }, closed),
        needs: 'operator',
      },
      async ({ params, query }, member) => {
        await removeSource(deps, params.id, saverOf(member, 'source.remove', params.id), query.version)
        await sourcesWatch.look()
        return { body: { id: params.id } }
      },
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/sandbox',
        body: Type.Object({ on: Type.Boolean() }, closed),
        needs: 'operator',
      },
      async ({ body: { on } }, member) => {
        await switchSandbox(deps, on, saverOf(member, 'source.switch_sandbox', on ? 'on' : 'off'))
        await sourcesWatch.look()
        return { body: { sandbox: on } }
      },
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/choice',
        body: Type.Object({ choice: Type.Enum(['sandbox', 'connect']) }, closed),
        needs: 'operator',
      },
      async ({ body: { choice } }) => {
        await writeChoice(deps.pool, choice)
        return { body: { choice } }
      },
    ),
  ]
}

function saverOf(
  { account, email }: SignedInMember,
  action: Action,
  subject: string,
  fields: string[] = [],
): Saver {
  const detail = fields.length > 0 ? { fields } : {}
  return {
    by: email,
    alongside: (client) =>
      recordAct(client, { account: account.no, by: personOf(email), action, subject, detail }),
  }
}

interface GivenDraft {
  vendor: string
  id: string
  name?: string
  base_url?: string
  fields: Record<string, string>
  budget?: GivenBudget
}

type GivenBudget = Parameters<typeof planNew>[1]['budget']

function draftOf({ vendor, id, name = '', base_url = '', fields, budget }: GivenDraft) {
  return { vendor, id: id.trim(), name, baseUrl: base_url.trim(), fields, budget }
}

function editOf({
  name,
  base_url,
  fields,
  budget,
}: Partial<Omit<GivenDraft, 'budget'>> & { budget?: GivenBudget | null }) {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(base_url !== undefined && { baseUrl: base_url.trim() }),
    ...(fields && { fields }),
    ...(budget !== undefined && { budget }),
  }
}
