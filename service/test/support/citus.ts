import pg from 'pg'
import { distribute, migrate } from '../../src/db/migrate.ts'
import { until } from './until.ts'

/** Whether the tests run on a Citus server. What counts pages and rows of one server is left out there. */
export const hasCitus = process.env['CITUS_URL'] !== undefined

/** The addresses of a Citus server's nodes, the coordinator's first. Any other server is its only node. */
export async function nodesOf(url: string): Promise<string[]> {
  const [citus] = await query<{ made: boolean }>(
    url,
    "select to_regclass('pg_dist_node') is not null as made",
  )
  if (!citus?.made) return [url]
  const workers = await query<{ host: string; port: number }>(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by nodeid',
  )
  return [
    url,
    ...workers.map(({ host, port }) => {
      const address = new URL(url)
      address.host = `${host}:${port}`
      return address.href
    }),
  ]
}

/** An empty database of that name on all nodes, which know each other. Returns its address. */
export async function createWithCitus(url: string, name: string): Promise<string> {
  const nodes = await nodesOf(url)
  for (const node of nodes) {
    await query(node, `create database ${name}`)
    await query(withDatabase(node, name), 'create extension citus')
  }
  const [coordinator = url, ...workers] = nodes.map((node) => withDatabase(node, name))
  await query(coordinator, `select citus_set_coordinator_host(${hostOf(coordinator)})`)
  for (const worker of workers) await query(coordinator, `select citus_add_node(${hostOf(worker)})`)
  return coordinator
}

/** A template on all nodes with distributed tables. Its clones are distributed too. */
export async function createDistributedTemplate(url: string, name: string): Promise<void> {
  await dropDatabase(url, name)
  const made = await createWithCitus(url, name)
  await migrate(made)
  await distribute(made)
  // A database is cloned only while nobody uses it, and Citus has a process of its own in each.
  await onAllNodes(url, `alter database ${name} allow_connections false`)
  await onAllNodes(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )
}

/** The coordinator first, which has connections to the workers. Citus ends its own process in the database a little later. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (const node of await nodesOf(url))
    await until(async () => {
      await query(node, `drop database if exists ${name} with (force)`)
      return true
    })
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `'${hostname}', ${Number(port)}`
}

export async function onAllNodes(url: string, sql: string): Promise<void> {
  await Promise.all((await nodesOf(url)).map((node) => query(node, sql)))
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
