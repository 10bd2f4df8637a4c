import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether somebody sits in front of it who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks on the terminal. What is typed for a secret is not shown. */
export async function ask(question: string, { secret = false, usual = '' } = {}): Promise<string> {
  let isMuted = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const answer = terminal.question(usual === '' ? `${question}: ` : `${question} [${usual}]: `)
    isMuted = secret
    const given = (await answer).trim()
    if (secret) process.stderr.write('\n')
    return given === '' ? usual : given
  } finally {
    terminal.close()
  }
}

export async function agree(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} (yes/no)`))
}
