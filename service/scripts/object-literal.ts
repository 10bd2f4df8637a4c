import { parse } from 'yaml'

/**
 * The object of a constant in a TypeScript file, with the other constants that it names put in their places. Read as YAML, which
 * writes objects and lists the same way; the vendor's code is never run.
 */
export function constantIn(text: string, name: string): unknown {
  const literal = literalOf(text, name)
  if (literal === null) throw new Error(`there is no constant ${name}`)
  return resolved(parse(literal), text)
}

/** An object that a Dart program gives as an argument of that name. Quoted texts that follow each other are one. */
export function argumentIn(program: string, name: string, index: number): unknown {
  const text = program.replaceAll(/'\s*\n\s*'/g, '')
  const found = [...text.matchAll(new RegExp(`\\b${RegExp.escape(name)}: (?=[\\[{])`, 'g'))][index]
  const literal = found && literalAt(text, found.index + found[0].length)
  if (!literal) throw new Error(`there is no argument ${name} of number ${index}`)
  return parse(literal)
}

/** A dictionary of a Python program, which may be a comment. YAML reads `True` and `False` as it writes them. */
export function dictionaryIn(program: string, name: string): unknown {
  const text = program.replaceAll(/^# ?/gm, '')
  const found = new RegExp(`^${RegExp.escape(name)} = (?=\\{)`, 'm').exec(text)
  const literal = found && literalAt(text, found.index + found[0].length)
  if (!literal) throw new Error(`there is no dictionary ${name}`)
  return parse(literal)
}

function literalOf(text: string, name: string): string | null {
  const found = new RegExp(`^(?:export )?const ${RegExp.escape(name)}\\b[^=]*=\\s*(?=[\\[{])`, 'm').exec(text)
  return found && literalAt(text, found.index + found[0].length)
}

function literalAt(text: string, start: number): string | null {
  const rest = text.slice(start).replaceAll(/^\s*\/\/.*$/gm, '')
  let depth = 0
  // Brackets in quoted texts do not count.
  for (const part of rest.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[{]|[\]}]/g)) {
    if (part[0] === '[' || part[0] === '{') depth += 1
    else if (part[0] === ']' || part[0] === '}') depth -= 1
    if (depth === 0) return rest.slice(0, part.index + 1)
  }
  return null
}

/** A bare name is a string to YAML; it stands for a constant where the file has one of that name. */
function resolved(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, text))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, text)]))
  }
  if (typeof value !== 'string' || !/^[A-Z][A-Z0-9_]*(\.\w+)*$/.test(value)) return value
  const [name = '', ...steps] = value.split('.')
  if (literalOf(text, name) === null) return value
  return steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), constantIn(text, name))
}
