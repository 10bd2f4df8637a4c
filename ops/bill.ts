import { closureOf, type Lockfile, nameAt, neededAt } from './lockfile.ts'

/**
 * What the packed product is made of, as a CycloneDX bill of materials: all that is joined into our files, that builds them, and
 * that is installed beside them. The same lockfile gives the same bill.
 */
export function billOf(lockfile: Lockfile, { name, version }: { name: string; version: string }): object {
  const product = `${name}@${version}`
  const own = Object.keys(lockfile).filter((place) => !place.includes('node_modules/'))
  const direct = new Set(own.flatMap((place) => neededAt(lockfile, place)))
  const places = closureOf(lockfile, [...direct]).filter((place) => !lockfile[place]?.link)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product, name, version } },
    components: places.map((place) => componentAt(lockfile, place)),
    dependencies: [
      { ref: product, dependsOn: places.filter((place) => direct.has(place)) },
      ...places.map((place) => ({
        ref: place,
        dependsOn: neededAt(lockfile, place),
      })),
    ],
  }
}

function componentAt(lockfile: Lockfile, place: string): object {
  const { version = '', integrity = '', license, optional, name: alias } = lockfile[place] ?? {}
  const full = alias ?? nameAt(place)
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full]
  return {
    type: 'library',
    'bom-ref': place,
    ...(group !== undefined && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
    ...(license !== undefined && { licenses: [licenseOf(license)] }),
    purl: `pkg:npm/${full.replace('@', '%40')}@${version}`,
  }
}

/** One of SPDX's names; several joined by `and` or `or` are an expression. */
function licenseOf(text: string): object {
  return /\s(?:and|or)\s/i.test(text)
    ? { expression: text.replaceAll(/\b(?:and|or)\b/g, (word) => word.toUpperCase()) }
    : { license: { id: text } }
}
