import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHANGES } from '../proof/sabotage/changes.ts'
import {
  betweenFamilies,
  betweenRooms,
  betweenWorkspaces,
  fromServiceToSandbox,
  LEVELS,
  levelsInPage,
  ofTheConfig,
  roomOf,
  TOP,
  WITHOUT_CODE,
  withoutPlace,
} from './arrows.ts'
import { circles } from './circles.ts'
import { missingPaths, pathsInPages } from './doc-paths.ts'
import { importsOf, isCode } from './imports.ts'
import { deadLinks, pagesOf } from './links.ts'
import { leftoverMarks } from './marks.ts'
import { tooLong, wrongMigrations, wrongNames } from './names.ts'
import { openTree, tell } from './tree.ts'
import { looseVersions, manifestsOf } from './versions.ts'
import { oddPhrases, textsOf } from './wording.ts'

const tree = openTree(join(import.meta.dirname, '..'))
const imports = tree.paths.filter(isCode).flatMap((file) => importsOf(tree, file))

describe('the arrows between the rooms', () => {
  test('everything in service/src has its place in the levels, and one only', () => {
    expect(tell(withoutPlace(tree.paths))).toEqual([])
    const places = [...LEVELS.flat(), ...TOP, ...WITHOUT_CODE]
    expect(places.length).toBe(new Set(places).size)
  })

  test('every room that exists was looked into: it has files, and they import something', () => {
    const rooms = new Set(tree.paths.map(roomOf).filter((room) => room !== null))
    expect(rooms.size).toBeGreaterThan(10)
    const notSeen = [...rooms].filter(
      (room) => !WITHOUT_CODE.includes(room) && !imports.some(({ file }) => roomOf(file) === room),
    )
    expect(notSeen).toEqual([])
    expect(imports.filter(({ target }) => target !== null).length).toBeGreaterThan(200)
  })

  test('every import of our own files names a file that exists', () => {
    const lost = imports.filter(({ target }) => target !== null && !tree.has(target))
    expect(lost.map(({ file, line, specifier }) => `${file}:${line} ${specifier}`)).toEqual([])
  })

  test('no room imports a room above it or beside it', () => {
    const { judged, findings } = betweenRooms(imports)
    expect(judged).toBeGreaterThan(100)
    expect(tell(findings)).toEqual([])
  })

  test('config.ts imports only node and kernel', () => {
    expect(tell(ofTheConfig(imports).findings)).toEqual([])
  })

  test('no family of sources imports another, or more of the service than the port', () => {
    const { judged, findings } = betweenFamilies(imports)
    expect(judged).toBeGreaterThan(0)
    expect(tell(findings)).toEqual([])
  })

  test('sources import only the sources beside them, and the sandbox nothing of the service', () => {
    const { judged, findings } = betweenWorkspaces(imports)
    expect(judged).toBeGreaterThan(200)
    expect(tell(findings)).toEqual([])
  })

  test('of the service, only its tests know the sandbox', () => {
    const { judged, findings } = fromServiceToSandbox(imports)
    expect(judged).toBeGreaterThan(0)
    expect(tell(findings)).toEqual([])
  })
})

test('no files import each other in a circle, except tests', () => {
  expect(tell(circles(imports.filter(({ file }) => !file.includes('/test/'))))).toEqual([])
})

describe('the files', () => {
  test('are named in kebab-case after what they hold', () => {
    expect(tree.paths.length).toBeGreaterThan(80)
    expect(tell(wrongNames(tree))).toEqual([])
  })

  test('are migrations numbered without gaps or repeats', () => {
    expect(tree.paths.some((path) => path.startsWith('service/src/migrations/'))).toBe(true)
    expect(tell(wrongMigrations(tree))).toEqual([])
  })

  test('are short enough to be read at once', () => {
    expect(tell(tooLong(tree))).toEqual([])
  })

  test('hold no leftover marks, silenced checks, or addresses and paths of one machine', () => {
    expect(tell(leftoverMarks(tree))).toEqual([])
  })
})

describe('the pages', () => {
  test('link only to files and headings that exist', () => {
    expect(pagesOf(tree).length).toBeGreaterThan(0)
    expect(tell(deadLinks(tree))).toEqual([])
  })

  test('show the rooms on the levels that the imports are held against', () => {
    const sorted = (levels: readonly (readonly string[])[]) => levels.map((rooms) => rooms.toSorted())
    expect(sorted(levelsInPage(tree.read('ARCHITECTURE.md')))).toEqual(sorted(LEVELS))
  })

  test('have an ARCHITECTURE of one page', () => {
    expect(tree.read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(150)
  })

  test('name only paths that exist', () => {
    expect(pathsInPages(tree).length).toBeGreaterThan(0)
    expect(tell(missingPaths(tree))).toEqual([])
  })
})

test('the pages and the sources are written in plain English', () => {
  expect(textsOf(tree).length).toBeGreaterThan(100)
  expect(tell(oddPhrases(tree))).toEqual([])
})

test('every dependency of every package is one exact version', () => {
  expect(manifestsOf(tree).length).toBeGreaterThan(2)
  expect(tell(looseVersions(tree))).toEqual([])
})

test('the code still has the place that each deliberate defect of the proof changes, once', () => {
  const lost = CHANGES.filter(({ file, find }) => !tree.has(file) || tree.read(file).split(find).length !== 2)
  expect(lost.map(({ name }) => name)).toEqual([])
})
