import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listedByGit, openTree, tell, walked, withoutGitSettings } from './tree.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vacancy-tidy-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `text of ${path}`)
  }
}

const HAS_GIT = spawnSync('git', ['--version']).status === 0

test.runIf(HAS_GIT)('in a checkout, the tree is what git knows and is still there', () => {
  write('b.ts', 'a/c.ts', 'a/gone.ts', 'notes.txt')
  const options = { cwd: root, env: withoutGitSettings() }
  execFileSync('git', ['init', '-q'], options)
  execFileSync('git', ['add', 'b.ts', 'a'], options)
  rmSync(join(root, 'a/gone.ts'))
  const tree = openTree(root)
  expect(tree.paths).toEqual(['a/c.ts', 'b.ts'])
  expect(tree.read('a/c.ts')).toBe('text of a/c.ts')
  expect([...tree.folders]).toEqual(['a'])
  expect([tree.has('a/c.ts'), tree.has('a'), tree.has('notes.txt')]).toEqual([true, false, false])
})

test('elsewhere, it is every file but what was installed or made', () => {
  write('b.ts', 'a/c.ts', 'node_modules/pg/a.ts', 'a/node_modules/b.ts', '.vacancy/d', 'client/dist/e.ts')
  expect(listedByGit(root)).toBeNull()
  expect(walked(root).toSorted()).toEqual(['a/c.ts', 'b.ts'])
  expect(openTree(root).paths).toEqual(['a/c.ts', 'b.ts'])
})

test('where git gives no answer, the files are walked instead', () => {
  write('b.ts', '.git')
  expect(listedByGit(root)).toBeNull()
  expect(openTree(root).paths).toEqual(['b.ts'])
})

test('a finding begins with its place', () => {
  const finding = { file: 'a/c.ts', line: 3, problem: 'is wrong' }
  expect(tell([finding, { ...finding, line: 0 }])).toEqual(['a/c.ts:3 is wrong', 'a/c.ts is wrong'])
})
