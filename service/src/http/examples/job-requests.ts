import type { AnswerExample } from './example.ts'

export const MATRIX = {
  chain: 'brightwater',
  hotel_codes: ['NEWKQBW', 'NEWXSBW'],
  nights: { from: '2028-01-18', to: '2028-01-19' },
}

/** The life of a job, and what can be read of it, in order. */
export const JOB_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'matrix_job',
    operationId: 'matrix',
    summary: 'Two hotels and two nights that are not cached: a job',
    call: { method: 'POST', path: '/matrix', body: MATRIX },
  },
  {
    name: 'matrix',
    operationId: 'matrix',
    summary: 'The same call after the job has ended',
    call: { method: 'POST', path: '/matrix', body: MATRIX },
  },
  {
    name: 'job',
    operationId: 'getJob',
    summary: 'A job that is done',
    call: { method: 'GET', path: '/jobs/{job}' },
  },
  {
    name: 'jobs',
    operationId: 'listJobs',
    summary: 'One job',
    call: { method: 'GET', path: '/jobs' },
  },
  {
    name: 'job_cells',
    operationId: 'listJobCells',
    summary: 'The first page, with two cells',
    call: { method: 'GET', path: '/jobs/{job}/cells?limit=2' },
  },
  {
    name: 'job_export',
    operationId: 'exportJob',
    summary: 'The job as CSV',
    call: { method: 'GET', path: '/jobs/{job}/export' },
  },
  {
    name: 'job_market',
    operationId: 'getJobMarket',
    summary: 'Where one of two hotels stands, night by night',
    call: { method: 'GET', path: '/jobs/{job}/market?chain=brightwater&hotel_code=NEWKQBW' },
  },
  {
    name: 'job_canceled',
    operationId: 'cancelJob',
    summary: 'A job that has already ended',
    call: { method: 'DELETE', path: '/jobs/{job}' },
  },
  {
    name: 'parity_grid',
    operationId: 'matrix',
    summary: 'A hotel and its listing at an agency, to compare them night by night',
    call: {
      method: 'POST',
      path: '/matrix',
      body: {
        hotels: [
          { chain: 'castellan', hotel_code: 'UNDERCUT' },
          { chain: 'lodgista', hotel_code: 'UNDERCUT-castellan' },
        ],
        nights: { from: '2028-01-18', to: '2028-01-19' },
        as_job: true,
      },
    },
  },
  {
    name: 'job_parity',
    operationId: 'getJobParity',
    summary: 'An agency that undercuts the hotel on both nights',
    call: { method: 'GET', path: '/jobs/{job}/parity' },
  },
]
