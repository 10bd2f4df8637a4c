import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '../../../sandbox/src/environment.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { readOptions } from '../../src/sources/families/options.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { bundledSources } from './sandbox-sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'options-'))

/** The line with which the start stops where a bundled source has this profile. */
function complaint(id: string, profile: object): string {
  const sourcesFile = join(folder, `${id}.json`)
  const source = bundledSources().find((known) => known.id === id)
  const { name, family, kind, currencies, taxIncluded } = source ?? {}
  const weights = { shop: 1, compset: 1, member: 0 }
  const none = { batch: false, calendar: false, points: false, pointsCash: false, geo: false }
  const names = FAMILIES.rates.find((known) => known.name === family)?.credentials ?? []
  const credentials = Object.fromEntries(names.map((credential) => [credential, 'SECRET']))
  const capabilities = { ...none, certificates: [] }
  const entry = {
    id,
    name,
    family,
    kind,
    currencies,
    taxIncluded,
    weights,
    capabilities,
    credentials,
    profile,
  }
  writeFileSync(sourcesFile, JSON.stringify({ sources: [{ ...entry, baseUrl: 'https://vendor.example' }] }))
  try {
    loadCatalog({ env: environmentOf('http://sandbox', SOURCES), sourcesFile, families: FAMILIES })
    return 'no complaint'
  } catch (error) {
    return error instanceof Error ? error.message.replace(`${sourcesFile}: `, '') : ''
  }
}

describe('the options of a profile', () => {
  it.each(['aurelia', 'castellan', 'glasshouse', 'lodgista', 'mapleroom', 'ostello', 'pillowfare'])(
    'that the family of %s does not know stop the start',
    (id) => {
      expect(complaint(id, { memberCal: true })).toMatch(
        new RegExp(`^source "${id}": profile: has no option "memberCal"; it knows \\w+`),
      )
    },
  )

  it('that are of the wrong kind are told by name', () => {
    expect(complaint('aurelia', {})).toBe('source "aurelia": profile: taxIncluded must be true or false')
    expect(complaint('castellan', { envelope: 'letter' })).toBe(
      'source "castellan": profile: envelope must be "plain" or "soap"',
    )
    expect(complaint('aurelia', { taxIncluded: true, contentPerSecond: 0 })).toBe(
      'source "aurelia": profile: contentPerSecond must be a number from 1 to 10000',
    )
  })

  it('are read with their defaults', () => {
    const options = readOptions({ on: true, word: 'US' }, ['on', 'word', 'list', 'count', 'other'])
    expect(options.flag('on')).toBe(true)
    expect(options.text('word', 'GB', /^[A-Z]{2}$/, 'a country')).toBe('US')
    expect(options.text('other', null, /./, 'anything')).toBeNull()
    expect(options.texts('list', ['FLEX'], 15)).toEqual(['FLEX'])
    expect(options.number('count', 50, 1, 100)).toBe(50)
  })
})
