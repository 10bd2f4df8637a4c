import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertsYaml, grafanaJson, withTable } from './render.ts'

/** Writes the alerts, the dashboard and the table of docs/operations.md: `npm run signals`. */
const HERE = import.meta.dirname
const PAGE = join(HERE, '..', 'docs', 'operations.md')

await writeFile(join(HERE, 'alerts.yaml'), alertsYaml())
await writeFile(join(HERE, 'grafana.json'), grafanaJson())
await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8')))
