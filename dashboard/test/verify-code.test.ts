import { execFile, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOLDER, PYTHON } from '../../client-python/test/python.ts'
import { signatureOf } from '../../service/src/endpoints/kinds/webhook/sign.ts'
import { VERIFY_CODE } from '../src/code/verify-snippets.ts'

/** The code beside a secret is run on a webhook that is right, changed, or old. */

const SECRET = 'whsec_4nW7sQ0aXk2mR9tYbC1dEf'
const BODY = JSON.stringify({ id: 'evt_1', type: 'watch.test', name: 'Zürich' })
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-verify-'))
})
afterAll(() => rm(folder, { recursive: true }))

const has = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const CLIENT = pathToFileURL(join(FOLDER, '..', 'client', 'src', 'webhooks.ts')).href

/** How each runs: with the body, the header and the secret in the environment. */
const RUNS = [
  {
    language: 'typescript' as const,
    isHere: true,
    file: 'check.mts',
    code: (code: string) =>
      `${code.replace('@vacancy/client/webhooks', CLIENT)}
await receive(new Request('http://h', { method: 'POST', body: process.env.BODY, headers: { 'x-service-signature': process.env.HEADER ?? '' } }))`,
    line: [process.execPath, 'check.mts'],
  },
  {
    language: 'python' as const,
    isHere: PYTHON !== null,
    file: 'check.py',
    code: (code: string) =>
      `${code}\n\n\nreceive(os.environ["BODY"].encode(), {"x-service-signature": os.environ["HEADER"]})`,
    line: [PYTHON ?? '', 'check.py'],
  },
  {
    language: 'php' as const,
    isHere: has('php', '--version'),
    file: 'check.php',
    code: (code: string) =>
      `${code.slice(0, code.indexOf('$header ='))}
verify_webhook(getenv('BODY'), getenv('HEADER'), getenv('WEBHOOK_SECRET'));`,
    line: ['php', 'check.php'],
  },
  {
    language: 'ruby' as const,
    isHere: has('ruby', '--version'),
    file: 'check.rb',
    code: (code: string) => `${code}\nverify_webhook(ENV['BODY'], ENV['HEADER'], ENV['WEBHOOK_SECRET'])`,
    line: ['ruby', 'check.rb'],
  },
  {
    language: 'go' as const,
    isHere: has('go', 'version'),
    file: 'check.go',
    code: (code: string) =>
      `${code.replace('package webhooks', 'package main').replace('"errors"', '"errors"\n\t"os"')}
func main() {
	if Verify([]byte(os.Getenv("BODY")), os.Getenv("HEADER"), os.Getenv("WEBHOOK_SECRET")) != nil {
		os.Exit(1)
	}
}`,
    line: ['go', 'run', 'check.go'],
  },
]

describe.each(RUNS)(
  'the code in $language (skipped without it)',
  ({ language, isHere, file, code, line }) => {
    const accepts = async (body: string, header: string, secret = SECRET) => {
      const [command = '', ...args] = line
      const python = { PYTHONPATH: join(FOLDER, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
      const env = { ...process.env, ...python, BODY: body, HEADER: header, WEBHOOK_SECRET: secret }
      return run(command, args, { cwd: folder, env }).then(
        () => true,
        () => false,
      )
    }

    test.skipIf(!isHere)('accepts what is signed, and nothing else', async () => {
      await writeFile(join(folder, file), code(VERIFY_CODE[language]))
      const now = Math.floor(Date.now() / 1000)
      const signed = (atSec: number) => signatureOf(Buffer.from(BODY), [SECRET], atSec)
      const right = signed(now)
      expect(await accepts(BODY, right)).toBe(true)
      expect(await accepts(BODY, right.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`))).toBe(true)
      expect(await accepts(BODY.replace('watch', 'match'), right)).toBe(false)
      expect(await accepts(BODY, signed(now - 3600))).toBe(false)
      expect(await accepts(BODY, '')).toBe(false)
      // Everybody can sign with a secret that is not set.
      const forged = createHmac('sha256', '').update(`${now}.${BODY}`).digest('hex')
      expect(await accepts(BODY, `t=${now},v1=${forged}`, '')).toBe(false)
    })
  },
)
