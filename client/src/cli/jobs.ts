import type { Command } from 'commander'
import type { Job } from '../generated/shapes.ts'
import { give, printJson, sayMore } from './answer.ts'
import { integer } from './arguments.ts'
import { exportJob, type Format, withFile } from './export.ts'
import { addBoards } from './job-boards.ts'
import { collect, giveCells } from './matrix.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { judge, waitFor } from './waiting.ts'
import { amount, jobCell, number, shortMoment } from './words.ts'

/** `vacancy jobs`: background jobs. Reading them is free. */
export function add(program: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const jobs = withOutput(program.command('jobs').description('list background jobs, newest first'))
    .option('--limit <n>', 'number of jobs (default 20)', integer)
    .allowExcessArguments()
    .action(async ({ limit = 20, ...options }: OutputOptions & { limit?: number }) => {
      refuseUnknown(jobs)
      const client = await shell.client()
      const answer = await client.listJobs({ limit }, sent)
      give(shell, options, answer, ({ jobs: rows }) => jobsTable(shell, rows))
      if (!options.json) sayMore(shell, answer.data, 'Use --limit (up to 1,000).')
    })
  withExamples(
    jobs,
    'jobs',
    'jobs wait job_…',
    'jobs cells job_… --json | jq .count',
    'jobs market job_… --subject aurelia:LONAU',
    'jobs cancel job_…',
  )

  withOutput(
    jobs.command('show').description('show the progress of a job').argument('<job>', 'job_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    give(shell, merged(jobs, options), await client.getJob({ id }, sent), (job) => jobText(shell, job))
  })
  withOutput(
    jobs.command('wait').description('wait until a job has finished').argument('<job>', 'job_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const job = await waitFor(shell, await shell.client(), id)
    if (merged(jobs, options).json) printJson(shell, job)
    else shell.print(jobText(shell, job))
    judge(shell, job)
  })
  withOutput(
    jobs
      .command('cells')
      .description('list the cells of a job, waiting for it if it is still running')
      .argument('<job>', 'job_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    giveCells(shell, merged(jobs, options), await collect(client, id, shell.signal))
  })
  withFile(
    jobs.command('export').description('export the cells of a job to a file').argument('<job>', 'job_…'),
  ).action((id: string, options: { format?: Format; output?: string }) => exportJob(shell, id, options))
  withOutput(
    jobs
      .command('cancel')
      .description('stop a job; finished cells stay, unspent credits are released')
      .argument('<job>', 'job_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    give(shell, merged(jobs, options), await client.cancelJob({ id }, sent), (job) => jobText(shell, job))
  })
  addBoards(jobs, shell, merged)
}

/** Both a command and its subcommands have `--json`; the parent takes it, wherever it stands. */
export function merged<Options extends OutputOptions>(parent: Command, options: Options): Options {
  return { ...parent.opts<OutputOptions>(), ...options }
}

/** A job, and the hotels whose cells could not be fetched. */
function jobText(shell: Shell, job: Job): string {
  const { failures } = job
  if (failures.length === 0) return jobsTable(shell, [job])
  const failed = shell.table(
    [
      { title: 'Source', value: ({ chain }) => chain },
      { title: 'Hotel', value: ({ hotel_code }) => hotel_code },
      { title: 'Error', value: ({ code }) => ({ text: code, style: 'red' }) },
      { title: 'failed cells', align: 'right', value: ({ cells }) => number(cells) },
    ],
    failures,
  )
  return `${jobsTable(shell, [job])}\n${failed}`
}

function jobsTable(shell: Shell, jobs: readonly Job[]): string {
  if (jobs.length === 0) return 'No jobs.\n'
  return shell.table(
    [
      { title: 'Job', value: ({ id }) => id },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Status', value: ({ status }) => jobCell(status) },
      {
        title: 'cells',
        align: 'right',
        value: (job) => `${number(job.cells_done)}/${number(job.cells_total)}`,
      },
      {
        title: 'failed',
        align: 'right',
        value: ({ tasks_failed, tasks_total }) =>
          tasks_failed > 0 ? { text: `${number(tasks_failed)}/${number(tasks_total)}`, style: 'red' } : '',
      },
      {
        title: 'credits',
        align: 'right',
        value: (job) =>
          job.finished_at === null
            ? `${amount(job.credits_spent)}/${amount(job.credits_reserved)}`
            : amount(job.credits_spent),
      },
      { title: 'Created (UTC)', value: ({ created_at }) => shortMoment(created_at) },
    ],
    jobs,
  )
}
