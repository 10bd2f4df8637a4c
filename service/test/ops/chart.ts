import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createEngine,
  type Engine,
  type FuncMap,
  sprigDefaults,
  sprigDicts,
  sprigHash,
  sprigStrings,
} from '@promptctl/go-template-js'
import { parse, parseAllDocuments, stringify } from 'yaml'

const CHART = join(import.meta.dirname, '..', '..', '..', 'ops', 'helm', 'vacancy')
const read = (name: string) => readFileSync(join(CHART, name), 'utf8')

/** Numbers of a values file are floats to Helm, and large ones are printed with an exponent. */
function printed(value: unknown): string {
  if (typeof value !== 'number' || Math.abs(value) < 1e6) return String(value)
  const [digits = '', exponent = '0'] = value.toExponential().split('e+')
  return `${digits}e+${exponent.padStart(2, '0')}`
}

/** What Helm has beside the functions of Sprig, and what our engine is stricter about. */
function helmFunctions(include: (name: string, scope: unknown) => string): FuncMap {
  return {
    include: {
      fn: include,
      argTypes: ['string', 'value'],
    },
    toYaml: { fn: (value: unknown) => stringify(value).trimEnd(), argTypes: ['value'] },
    quote: { fn: (value: unknown) => JSON.stringify(printed(value)), argTypes: ['value'] },
    kindIs: {
      fn: (kind: string, value: unknown) => kind === (typeof value === 'number' ? 'float64' : typeof value),
      argTypes: ['string', 'value'],
    },
  }
}

export interface Rendered {
  /** By kind and name, such as `Service demo-vacancy`. */
  objects: Record<string, Record<string, unknown>>
  notes: string
}

/** The objects that `helm install demo` would make, with these values in place of the chart's own. */
export function rendered(values: Record<string, unknown> = {}): Rendered {
  const chart = parse(read('Chart.yaml')) as Record<string, string>
  const scope = {
    Values: { ...(parse(read('values.yaml')) as object), ...values },
    Chart: { Name: chart['name'], Version: chart['version'], AppVersion: chart['appVersion'] },
    Release: { Name: 'demo', Namespace: 'default', Service: 'Helm' },
  }
  const engine: Engine<string> = createEngine<string>({
    fromString: (text) => text,
    funcs: {
      ...sprigDefaults(),
      ...sprigDicts(),
      ...sprigHash(),
      ...sprigStrings(),
      ...helmFunctions((name, inner) => evaluated(`{{ template ${JSON.stringify(name)} . }}`, inner)),
    },
  })
  const helpers = engine.parse(read('templates/_pod.tpl')).defines()
  const evaluated = (source: string, of: unknown) => engine.parse(source, helpers).evaluate(of).join('')
  const documents = globSync('templates/*.yaml', { cwd: CHART }).flatMap((name) =>
    parseAllDocuments(evaluated(read(name), scope)),
  )
  const broken = documents.flatMap(({ errors }) => errors)
  if (broken.length > 0) throw broken[0]
  const objects = documents
    .map((document) => document.toJS() as { kind: string; metadata: { name: string } } | null)
    .filter((object) => object !== null)
  return {
    objects: Object.fromEntries(
      objects.map((object) => [`${object.kind} ${object.metadata.name}`, { ...object }]),
    ),
    notes: evaluated(read('templates/NOTES.txt'), scope),
  }
}
