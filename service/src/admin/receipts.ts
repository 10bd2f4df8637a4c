import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { SEALED_VALUES } from '../compose/sealed.ts'
import { readConfig } from '../config.ts'
import { openVault } from '../secrets/open-vault.ts'
import { readCatalog } from './read-catalog.ts'
import { type Output, print, withPool } from './with-pool.ts'

interface VerifyOptions extends Output {
  keys?: string
}

const KEYS_PATH = '/.well-known/vacancy-receipts.json'

export function addReceiptsCommands(program: Command): void {
  const receipts = program.command('receipts').description('signed receipts of answers')
  receipts
    .command('verify')
    .description('check the signature, the bodies and the answer of a receipt')
    .argument('<file>', 'the receipt and its bodies: {"receipt": …, "bodies": [{"sha256", "base64"}]}')
    .option(
      '--keys <file>',
      `the public keys, as ${KEYS_PATH} has them; then nothing is asked over the network`,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ends with 0 if everything holds, 1 if something does not, 2 for a misuse.
Reads the bodies again with the family of each source: the same row must come out.
Without --keys, asks the service at VACANCY_URL (http://127.0.0.1:8080) for its keys.

Example:
  vacancy receipts verify receipt.json --keys keys.json`,
    )
    .action(async (path: string, { keys: keysPath, json }: VerifyOptions, command: Command) => {
      const { readKeys, readReceiptFile, verifyReceipt } = await import('../receipts/verify.ts')
      const { compareAnswer } = await import('./compare-answer.ts')
      const read = async <T>(what: string, text: () => Promise<string>, parse: (text: string) => T) => {
        try {
          return parse(await text())
        } catch (error) {
          return command.error(`error: ${what}: ${error instanceof Error ? error.message : 'cannot be read'}`)
        }
      }
      const file = await read(path, () => readFile(path, 'utf8'), readReceiptFile)
      const url = new URL(KEYS_PATH, process.env['VACANCY_URL'] ?? 'http://127.0.0.1:8080').href
      const keys = keysPath
        ? await read(keysPath, () => readFile(keysPath, 'utf8'), readKeys)
        : await read(url, async () => (await fetch(url)).text(), readKeys)
      const { families } = await readCatalog()
      const checks = await verifyReceipt(file, { keys, families, compare: compareAnswer })
      const holds = checks.every((check) => check.holds)
      const { id, made_at, signature } = file.receipt
      print(
        json,
        { id, holds, checks },
        () =>
          [
            `${id}, ${made_at}, signed with ${signature.key}`,
            ...checks.map(
              (check) =>
                `${check.holds ? 'holds ' : 'broken'}  ${check.check}${check.why === null ? '' : `: ${check.why}`}`,
            ),
            '',
          ].join('\n'),
        holds ? 'keep the file with its bodies: they are the proof' : 'ask the sender for the original',
      )
      if (!holds) process.exitCode = 1
    })
  receipts
    .command('rotate-key')
    .description('sign new receipts with a new key; those signed with the old one can still be verified')
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      const { rotateKey } = await import('../receipts/keys.ts')
      const id = await withPool(async (pool) => {
        const { vault } = await openVault(readConfig(process.env), pool, SEALED_VALUES)
        return rotateKey(pool, vault)
      })
      print(
        json,
        { key: id },
        () => `${id} signs new receipts, in every process within ten seconds\n`,
        'vacancy backup, because a restore from before would not know the key',
      )
    })
}
