import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES, RATE_FAMILIES } from '../../src/sources/registry.ts'
import { bundledSources } from './sandbox-sources.ts'

const page = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

function section(from: string, to: string): string {
  const start = page.indexOf(from)
  return page.slice(start, page.indexOf(to, start + from.length))
}

describe('the page on sources', () => {
  it('has the bundled sources with their capabilities', () => {
    const told = rowsOf(section('## The bundled sources', 'Two more entries')).map(
      ([id, kind, family, , currency, batch, calendar, points, geo]) => ({
        id,
        kind,
        family,
        localCurrency: currency === "the hotel's",
        batch: batch === 'yes',
        calendar: calendar === 'yes',
        points: points?.startsWith('yes'),
        pointsCash: points === 'yes, and cash',
        geo: geo === 'yes',
      }),
    )
    const fields = Object.keys(told[0] ?? {})
    const known = bundledSources().map((source) =>
      Object.fromEntries(Object.entries(source).filter(([name]) => fields.includes(name))),
    )
    expect(told).toEqual(known)
  })

  it('has an example that loads', () => {
    const example = /```json\n(\{\n {2}"replace"[\s\S]*?)```/.exec(page)?.[1] ?? ''
    const sourcesFile = join(mkdtempSync(join(tmpdir(), 'docs-')), 'sources.json')
    writeFileSync(sourcesFile, example)
    const env = { GRANDHOTELS_GATEWAY: 'ohip.grandhotels.example', GRANDHOTELS_APP_KEY: 'k' }
    const catalog = loadCatalog({ env, sourcesFile, families: FAMILIES })
    expect(catalog.sources).toMatchObject([
      { id: 'grandhotels', baseUrl: 'https://ohip.grandhotels.example', shopMilli: 1000 },
    ])
    expect(catalog.searchEngines.map(({ id }) => id)).toEqual(['google'])
  })

  it.each([
    ['first-sources.json', 'liteapi', 'LITEAPI_KEY'],
    ['duffel-source.json', 'duffel', 'DUFFEL_TOKEN'],
  ])('has a file %s that loads, and needs a key and nothing more', (file, id, variable) => {
    const sourcesFile = fileURLToPath(new URL(`../../../docs/${file}`, import.meta.url))
    const ready = loadCatalog({ env: { [variable]: 'x' }, sourcesFile, families: FAMILIES })
    expect(ready.sources).toMatchObject([{ id, unconfigured: null }])
    const without = loadCatalog({ env: {}, sourcesFile, families: FAMILIES })
    expect(without.sources).toMatchObject([{ id, unconfigured: `not set: ${variable}` }])
  })

  it('has a file with an entry for each property system that loads', () => {
    const sourcesFile = fileURLToPath(new URL('../../../docs/property-systems.json', import.meta.url))
    const { sources } = loadCatalog({
      env: { MEWS_CLIENT: 'My Client 1.0.0' },
      sourcesFile,
      families: FAMILIES,
    })
    expect(sources.map(({ id, unconfigured }) => [id, unconfigured])).toEqual([
      ['apaleo', 'not set: APALEO_CLIENT_ID, APALEO_CLIENT_SECRET'],
      ['mews', null],
      ['cloudbeds', 'not set: CLOUDBEDS_API_KEY'],
    ])
  })

  it.each(RATE_FAMILIES.map((family) => [family.name, family] as const))(
    'names the credentials and the options of %s',
    (name, family) => {
      const text = section(`### \`${name}\``, '\n### ')
      for (const credential of family.credentials) expect(text).toContain(`\`${credential}\``)
      let known = ''
      try {
        family.bind({
          sourceId: 'x',
          profile: { stranger: 1 },
          credentials: Object.fromEntries(family.credentials.map((credential) => [credential, 'x'])),
          points: false,
          now: () => 0,
        })
      } catch (error) {
        known = error instanceof Error ? error.message.replace(/.*it knows /, '') : ''
      }
      const told = new Set(rowsOf(text).map(([option]) => option))
      expect(told).toEqual(new Set(known === 'none' ? [] : known.split(', ')))
    },
  )
})
