import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { bodyPath, type Published, publishedOf, readVendors } from '../test/recordings/vendor-file.ts'
import { argumentIn, constantIn, dictionaryIn } from './object-literal.ts'

/**
 * Copies the vendors' published bodies out of clones of their repositories into a folder for the recording suite:
 * node service/scripts/gather-recordings.ts --into FOLDER owner/name=CLONE ...
 */
const { values, positionals } = parseArgs({
  options: { into: { type: 'string' } },
  allowPositionals: true,
})
const into = values.into
if (into === undefined) throw new Error('--into FOLDER is missing')
const clones = new Map(positionals.map((argument) => argument.split('=', 2) as [string, string]))

const gathered = new Set<string>()
const withoutClone = new Set<string>()
for (const [vendor, file] of readVendors()) {
  const answers = file.recordings.flatMap((recording) => recording.answers)
  for (const { from } of answers) {
    if (from === undefined) continue
    const published = publishedOf(file, from)
    const clone = clones.get(published.repo)
    if (clone === undefined) {
      withoutClone.add(published.repo)
      continue
    }
    const path = join(into, bodyPath(vendor, published))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bodyOf(textOf(clone, published), published))
    gathered.add(path)
  }
}
process.stdout.write(`${gathered.size} bodies gathered\n`)
for (const repo of withoutClone) process.stdout.write(`no clone of ${repo} was given\n`)

function textOf(clone: string, { commit, path }: Published): string {
  return execFileSync('git', ['-C', clone, 'show', `${commit}:${path}`], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
}

function bodyOf(text: string, published: Published): string {
  if (published.postman !== undefined) return recordedIn(text, published.postman, published.index ?? 0)
  const literal = literalIn(text, published)
  if (literal !== undefined)
    return JSON.stringify(published.pointer === undefined ? literal : pointedAt(literal, published.pointer))
  if (published.block !== undefined) return blockIn(text, published.block)
  if (published.comment) return commentIn(text)
  if (published.pointer === undefined) return text
  const part = pointedAt(parse(joined(text)), published.pointer)
  return typeof part === 'string' ? part : JSON.stringify(part)
}

function literalIn(text: string, { constant, argument, dictionary, index = 0 }: Published): unknown {
  if (constant !== undefined) return constantIn(text, constant)
  if (argument !== undefined) return argumentIn(text, argument, index)
  return dictionary === undefined ? undefined : dictionaryIn(text, dictionary)
}

/** Some generators break a quoted text and indent the rest of it too little for the parser. */
function joined(yaml: string): string {
  return yaml.replaceAll(/\\\n\s*/g, '')
}

/** Pages fence JSON as one of two languages. */
function blockIn(markdown: string, number: number): string {
  const [, block] = [...markdown.matchAll(/```(?:json|javascript)\n([\s\S]*?)```/g)][number] ?? []
  if (block === undefined) throw new Error(`no block ${number} of JSON`)
  return block
}

function commentIn(program: string): string {
  const comment = /\/\*([\s\S]*)\*\//.exec(program)?.[1]
  if (comment === undefined) throw new Error('no comment')
  return comment.trim()
}

interface PostmanItem {
  name: string
  item?: PostmanItem[]
  response?: { body?: string }[]
}

function recordedIn(text: string, name: string, index: number): string {
  const collection = JSON.parse(text) as { item: PostmanItem[] }
  const found = responsesOf(collection.item, name)[index]
  if (found === undefined) throw new Error(`no recorded response ${index} under "${name}"`)
  return found
}

function responsesOf(items: readonly PostmanItem[], name: string): string[] {
  return items.flatMap((item) => [
    ...(item.name === name ? (item.response ?? []).map(({ body }) => body ?? '') : []),
    ...responsesOf(item.item ?? [], name),
  ])
}

function pointedAt(document: unknown, pointer: string): unknown {
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
    if (value === undefined) throw new Error(`nothing at ${pointer}`)
  }
  return value
}
