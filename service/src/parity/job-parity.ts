import { Type } from 'typebox'
import { freeRoute, type Route } from '../edge/route.ts'
import { served } from '../edge/served.ts'
import type { MarketDeps } from '../grids/job-market.ts'
import { openCashJob } from '../grids/open-job.ts'
import { JobSchema, jobView } from '../jobs/job.ts'
import { JobParams } from '../jobs/routes.ts'
import { JobParity, readParity } from './parity-of-job.ts'

const Answer = Type.Object({ job: JobSchema, ...JobParity })

/** Parity over the nights of a grid: the chain's cells beside those of the agencies. */
export function jobParityRoute(deps: MarketDeps): Route {
  return freeRoute(
    {
      method: 'GET',
      path: '/jobs/{id}/parity',
      operationId: 'getJobParity',
      tag: 'Parity',
      summary: 'Parity of each night of a job',
      description:
        'For a job of `POST /matrix` over one hotel of a chain and its listings at agencies, whose ids `GET /hotels/{chain}/{code}/ids` has. The lowest public rates are compared night by night as in `POST /parity`, but only after tax: cells do not say whether other prices include it. Many nights cost less this way, because cells cost less than shops. Free.',
      large: true,
      params: JobParams,
      query: Type.Object({}, { additionalProperties: false }),
      answers: { 200: { description: 'The verdict on each night and agency.', schema: Answer } },
    },
    async ({ params }, { holder }) => {
      const found = await openCashJob(deps, holder.account.no, params.id)
      return served({ job: jobView(found.job), ...(await readParity(deps, found)) })
    },
  )
}
