import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { Command } from 'commander'
import type { Finished } from '../../service/test/support/processes.ts'
import { addQueryCommands, forPeople, parse } from '../src/cli/commands.ts'
import type { Env } from './run-command.ts'

/** Runs a query of `vacancy …` in this process, which takes a tenth of the time of a process of its own. */
export async function runHere(words: readonly string[], env: Env, input = ''): Promise<Finished> {
  const [stdout, stderr] = [collector(), collector()]
  const io = Object.assign(new EventEmitter(), { env, stdin: Readable.from([input]), stdout, stderr })
  const program = forPeople(new Command('vacancy')).configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError: (text) => stderr.write(text),
  })
  const queries = await addQueryCommands(program, words, io as unknown as typeof process)
  const code = await parse(program, queries.end, words)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function collector() {
  const parts: Buffer[] = []
  const stream = new Writable({
    write: (part: Buffer | string, _encoding, done) => {
      parts.push(Buffer.from(part))
      done()
    },
  })
  return Object.assign(stream, { text: () => Buffer.concat(parts).toString() })
}

/** An example of the help as it is printed, without what the shell does with its output, and what it says that it costs. */
export interface HelpExample {
  line: string
  words: string[]
  /** Most credits. */
  cost: number
}

export function readExample(line: string): HelpExample {
  const [, text = '', comment = ''] = /^ {2}\$ vacancy (.*?)(?:\s{2,}#(.*))?$/.exec(line) ?? []
  const [, cost = '0'] = /at most ([\d.]+) credits?/.exec(comment) ?? []
  const command = text.replace(/ (?:\||[<>]) .*$/, '')
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
  return { line, words: words.map(([, one, other, bare]) => one ?? other ?? bare ?? ''), cost: Number(cost) }
}

/** Ids of each kind, for the places where examples have `set_…`. */
export function withIds(words: readonly string[], ids: ReadonlyMap<string, string>): string[] {
  return words.map((word) =>
    word.replaceAll(/\b([a-z]{3})_…/g, (text, kind: string) => ids.get(kind) ?? text),
  )
}

/** With the examples, which are not part of `helpInformation`. */
export function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: (part) => {
      help += part
    },
  })
  command.outputHelp()
  return help
}
