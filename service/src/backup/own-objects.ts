import type { Client } from '../db/pool.ts'

/** What migrations create. A database may hold objects of others, which a backup must not contain and a restore must not drop. */
export interface OwnObjects {
  tables: string[]
  functions: string[]
  types: string[]
}

/** Its content is specific to one database. */
const LOCAL = ['database_identity']

export function ownObjectsOf(migrations: readonly { sql: string }[]): OwnObjects {
  const named = (kind: string) => {
    const pattern = new RegExp(`^create ${kind} (?:if not exists )?(\\w+)`, 'gim')
    return migrations.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name = '']) => name))
  }
  return {
    tables: named('(?:unlogged )?table'),
    functions: named('(?:or replace )?function'),
    types: named('type'),
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export interface Table {
  name: string
  columns: string[]
}

/** The tables to back up, ordered so that a table comes after those it references. Partitions are part of their parent. */
export async function readTables(client: Client, names: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname = any($1) and c.relname <> all($2)
     order by c.relname`,
    [names, LOCAL],
  )
  const ordered: Table[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => needs.every((name) => !left.has(name)))
    if (!next) throw new Error('tables reference each other in a circle')
    left.delete(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

export async function readPartitions(
  client: Client,
  tables: readonly string[],
): Promise<{ parent: string; name: string; bound: string }[]> {
  const { rows } = await client.query<{ parent: string; name: string; bound: string }>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relnamespace = current_schema()::regnamespace and p.relname = any($1) order by 1, 2`,
    [tables],
  )
  return rows
}

/** Sequences of columns. They are no part of the snapshot, so they may be ahead of it but never behind. */
export async function readSequences(
  client: Client,
  tables: readonly string[],
): Promise<{ name: string; last_value: string; is_called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
     where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace and t.relname = any($1) order by 1`,
    [tables],
  )
  const states: { name: string; last_value: string; is_called: boolean }[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    )
    for (const row of state.rows) states.push({ name, ...row })
  }
  return states
}
