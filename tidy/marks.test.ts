import { expect, test } from 'vitest'
import { leftoverMarks } from './marks.ts'
import { treeFrom } from './tree.ts'

/** Bad examples are put together here, or the rules would find them in this file. */
const word = (...parts: string[]) => parts.join('')

const TO_DO = word('TO', 'DO')
const THREE_X = word('X', 'XX')
const HOST = word('https://reg', 'istry.npmjs', '.org/pg')

function found(path: string, text: string): string[] {
  return leftoverMarks(treeFrom({ [path]: `\n${text}\n` })).map(({ line, problem }) => `${line} ${problem}`)
}

test.each([
  ['service/src/a.ts', `// ${TO_DO}: later`],
  ['service/src/a.sql', `-- ${word('FIX', 'ME')}`],
  ['docs/api.md', `${word('HA', 'CK')} around it`],
  ['service/src/a.ts', `// ${THREE_X} why`],
  ['.ci/run', `# ${TO_DO}`],
  ['service/test/a.test.ts', word('test.on', "ly('x', () => {})")],
  ['service/test/a.test.ts', word('describe.sk', "ip('x', () => {})")],
  ['service/test/a.test.ts', word('test.to', "do('x')")],
  ['service/test/a.test.ts', word('test.on', "ly.each([1])('x')")],
  ['service/test/a.test.ts', word("test('x', { sk", 'ip: true })')],
  ['tidy/a.test.ts', word('it.on', "ly('x')")],
  ['service/src/a.ts', word('console.', "log('x')")],
  ['service/bin/a.mjs', word('console.', "log('x')")],
  ['service/src/http/a.ts', word('const nowMs = Date.', 'now()')],
  ['service/src/a.ts', word('// @ts-', 'ignore')],
  ['service/src/a.ts', word('// @ts-', 'expect-error why')],
  ['service/src/a.ts', word('// @ts-', 'nocheck')],
  ['service/src/a.ts', word('// eslint-', 'disable-next-line no-console')],
  ['service/src/a.ts', word('/* oxlint-', 'disable */')],
  ['service/src/a.ts', word('// biome-', 'ignore format: why')],
  ['package-lock.json', word('"resolved": "https', '://packages.example/pg-8.0.0.tgz",')],
  ['package-lock.json', word('"resolved": "git+', 'ssh://git@host/pg.git",')],
  ['.npmrc', word('registry', '=http://packages.example')],
  ['.npmrc', word('@vacancy:registry', '=http://packages.example')],
  ['docs/operations.md', `npm install from \`${HOST}\``],
  ['docs/operations.md', word('http://npm-reg', 'istry.corp.example:4873/')],
  ['service/src/a.ts', word("const home = '/ho", "me/me/vacancy'")],
  ['docs/a.md', word('run `/wo', 'rk/main/bin`')],
  ['docs/a.md', word('see /Us', 'ers/me/vacancy')],
  ['service/src/a.ts', word('file:///ho', 'me/me/vacancy')],
  ['service/src/a.ts', word('"C:\\\\Us', 'ers\\\\me"')],
])('in %s, finds %s', (path, text) => {
  expect(found(path, text)).toEqual([expect.stringMatching(/^2 /)])
})

test.each([
  ['docs/contributing.md', `We leave no \`${TO_DO}\` behind.`],
  ['service/test/a.test.ts', `expect(currency).toBe('${THREE_X}')`],
  ['service/src/a.ts', 'const todos = hackneyed[skip](3)'],
  ['service/src/admin/a.ts', word('const nowMs = Date.', 'now()')],
  ['service/src/a.ts', 'registry.sources.map(({ id }) => id)'],
  ['.npmrc', 'omit-lockfile-registry-resolved=true'],
  ['package-lock.json', '"resolved": "sandbox",'],
  ['service/src/a.ts', "const home = '/var/lib/vacancy'"],
  ['service/src/a.ts', "const accounts = '/etc/passwd'"],
  ['service/src/a.ts', "fetch('https://hotel.example/home/rooms')"],
  ['service/src/a.ts', "import '../home/plan.ts'"],
])('in %s, leaves %s alone', (path, text) => {
  expect(found(path, text)).toEqual([])
})
