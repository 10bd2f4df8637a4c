import type { Command } from 'commander'
import { invalid } from '../kernel/errors.ts'
import type { BudgetEntry } from '../sources/catalog/budget.ts'
import type { Planned } from '../sources/store/plan.ts'
import type { Vendor } from '../sources/vendors/vendor.ts'
import { agree, ask, canAsk } from './ask.ts'
import { reportJson, reportText } from './check-report.ts'
import { addReading, addSwitches } from './source-switches.ts'
import { type Output, print } from './with-pool.ts'
import { BY, type CommandDeps, planDeps, TAKEN, withSources } from './with-sources.ts'

interface Given extends Output {
  id?: string
  name?: string
  set: string[]
  baseUrl?: string
  requestsPerDay?: string
  requestsPerMonth?: string
  pricePerRequest?: string
  reservePct?: string
  yes?: boolean
}

/** `vacancy sources add`, `edit` and the rest: sources in the database, which every process takes within ten seconds. */
export function addConnectCommands(sources: Command): void {
  addAdd(sources)
  addEdit(sources)
  addReading(sources)
  addSwitches(sources)
}

function settings(command: Command): Command {
  return command
    .option('--name <name>', 'how it is shown')
    .option(
      '--set <field=value>',
      'a field of the vendor; may be repeated',
      (one, all: string[]) => [...all, one],
      [],
    )
    .option('--base-url <url>', 'address, if it is not the usual one')
    .option('--requests-per-day <n>', 'send at most so many requests per day; `none`: no limit')
    .option('--requests-per-month <n>', 'send at most so many requests per month; `none`: no limit')
    .option('--price-per-request <price>', 'what one costs, such as "0.025 USD"; `none`: not known')
    .option(
      '--reserve-pct <n>',
      'percent of the limits that only calls somebody waits for may use; default: 20',
    )
    .option('--yes', 'save without asking')
    .option('--json', 'print JSON')
}

function addAdd(sources: Command): void {
  settings(
    sources
      .command('add')
      .description('connect a source: choose a vendor, enter its key, see real calls succeed, save')
      .argument('[vendor]', 'id of a vendor; left out: list them')
      .option('--id <id>', 'what clients pass as `chain`; default: the name of the vendor'),
  ).action(async (name: string | undefined, given: Given, command: Command) => {
    const { VENDORS, findVendor } = await import('../sources/vendors/vendors.ts')
    if (name === undefined) {
      print(given.json, { vendors: VENDORS }, () => vendorsText(VENDORS), 'vacancy sources add VENDOR')
      return
    }
    const vendor = findVendor(name)
    if (!vendor)
      command.error(
        `error: there is no vendor ${JSON.stringify(name)}; choose one of ${VENDORS.map(({ id }) => id).join(', ')}`,
      )
    const filled = await askFor(vendor, given)
    await withSources(async (deps) => {
      const { planNew } = await import('../sources/store/plan.ts')
      const planned = planNew(await planDeps(deps), {
        vendor: vendor.id,
        id: given.id ?? vendor.sourceId,
        name: given.name ?? '',
        baseUrl: given.baseUrl ?? '',
        fields: filled,
        budget: budgetOf(given),
      })
      await saveTried(deps, planned, 0, given)
    })
  })
}

function addEdit(sources: Command): void {
  settings(
    sources
      .command('edit')
      .description(
        'change a source; a bundled one is changed in the database, and can be put back by `remove`',
      )
      .argument('<id>', 'id of a source'),
  ).action(async (id: string, given: Given) => {
    await withSources(async (deps) => {
      const { planEdit } = await import('../sources/store/plan.ts')
      const { showSource } = await import('../sources/store/operating.ts')
      const { version, budget: before } = await showSource(deps, id)
      const budget = budgetOf(given)
      const planned = planEdit(await planDeps(deps), id, {
        ...(given.name !== undefined && { name: given.name }),
        ...(given.baseUrl !== undefined && { baseUrl: given.baseUrl }),
        fields: fieldsOf(given),
        ...(budget && { budget: { ...before, ...budget } }),
      })
      await saveTried(deps, planned, version, given)
    })
  })
}

/** Shows what works, and saves only then. */
async function saveTried(deps: CommandDeps, planned: Planned, version: number, given: Given): Promise<void> {
  const { needsTrial, tryOut } = await import('../sources/store/try-out.ts')
  const { savePlan, showSource } = await import('../sources/store/operating.ts')
  const { writeChoice } = await import('../sources/store/store.ts')
  const { row, problems } = planned
  if (!row) throw invalid(problems.map(({ field, problem }) => `\`${field}\` ${problem}.`).join(' '))
  const trial = needsTrial(planned) ? await tryOut(planned, deps.now, { meter: deps.meter }) : null
  if (trial && !given.json) process.stdout.write(reportText([trial.report]))
  if (trial && !trial.works) {
    print(
      given.json,
      { saved: false, advice: trial.advice, ...reportJson([trial.report]) },
      () => '\nNothing was saved.\n',
      trial.advice ?? 'correct what does not work, and run it again',
    )
    process.exitCode = 1
    return
  }
  if (!given.yes && !(canAsk() && (await agree(`Save ${row.id}?`))))
    throw invalid('Nothing was saved. Add --yes to save without being asked.')
  await savePlan(deps, planned, version, BY)
  if (version === 0 && row.vendor !== null) await writeChoice(deps.pool, 'connect')
  const view = await showSource(deps, row.id)
  print(
    given.json,
    { saved: true, source: view },
    () => `${row.id} is saved. ${TAKEN}\n`,
    `vacancy chains ${row.id} shows what it can do; vacancy shop ${row.id} CODE +30d asks for a price`,
  )
}

/** Asks for what was not given, if somebody is there. */
async function askFor(vendor: Vendor, given: Given): Promise<Record<string, string>> {
  const fields = fieldsOf(given)
  if (!canAsk() || given.yes) return fields
  process.stderr.write(
    `${vendor.name}: ${vendor.brings}.\n${vendor.cost}\n${vendor.key.url}: ${vendor.key.how}\n\n`,
  )
  for (const { name, label, help, secret, default: usual = '' } of vendor.fields) {
    if (fields[name] !== undefined) continue
    fields[name] = await ask(`${label} (${help})`, { secret, usual })
  }
  return fields
}

function fieldsOf({ set }: Given): Record<string, string> {
  return Object.fromEntries(
    set.map((pair) => {
      const at = pair.indexOf('=')
      // Not what was given: it may be a secret without its name.
      if (at < 1) throw invalid('--set takes FIELD=VALUE.')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

const NONE = 'none'

function budgetOf(given: Given): BudgetEntry | undefined {
  const { requestsPerDay, requestsPerMonth, pricePerRequest, reservePct } = given
  const limit = (text: string) => (text === NONE ? null : Number(text))
  const budget = {
    ...(requestsPerDay !== undefined && { requests_per_day: limit(requestsPerDay) }),
    ...(requestsPerMonth !== undefined && { requests_per_month: limit(requestsPerMonth) }),
    ...(pricePerRequest !== undefined && { price_per_request: priceOf(pricePerRequest) }),
    ...(reservePct !== undefined && { reserve_pct: Number(reservePct) }),
  }
  return Object.keys(budget).length === 0 ? undefined : budget
}

function priceOf(text: string): { amount: number; currency: string } | null {
  if (text === NONE) return null
  const [amount = '', currency = ''] = text.trim().split(/\s+/)
  return { amount: amount === '' ? Number.NaN : Number(amount), currency }
}

function vendorsText(vendors: readonly Vendor[]): string {
  const lines = vendors.map(({ id, name, brings, cost }) => `${id}  ${name}\n  ${brings}.\n  ${cost}\n`)
  return `${lines.join('\n')}\n`
}
