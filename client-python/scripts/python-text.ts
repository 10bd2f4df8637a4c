/** Python as text. */

const WIDTH = 100

/** Words of Python that cannot name a field or an argument. */
export const WORDS = new Set([
  'from',
  'in',
  'is',
  'as',
  'with',
  'class',
  'global',
  'pass',
  'return',
  'import',
])

/** The name of an argument for a field. The client takes the underscore away again. */
export function argument(field: string): string {
  return WORDS.has(field) ? `${field}_` : field
}

export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** JSON's strings are Python's too. */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** A docstring, with its lines no longer than those of the code. */
export function docstring(text: string, indent: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  const paragraphs = escaped.split(/\n+/).map((each) => wrapped(each.trim(), indent, WIDTH - indent.length))
  const body = paragraphs.join(`\n\n${indent}`)
  // A quote before the closing ones would be one of them.
  const end = body.endsWith('"') ? ' ' : ''
  return body.includes('\n') || body.length + indent.length + 6 > WIDTH
    ? `${indent}"""${body}${end}\n${indent}"""\n`
    : `${indent}"""${body}${end}"""\n`
}

export function comment(text: string, indent: string): string {
  const lines = wrapped(text.replaceAll(/\s+/g, ' '), '', WIDTH - indent.length - 2).split('\n')
  return lines.map((line) => `${indent}# ${line}\n`).join('')
}

function wrapped(text: string, indent: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > width - 3) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${indent}`)
}

/** Code in brackets, on one line if it fits: otherwise its parts fill lines of their own. */
export function bracketed(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = `${indent}${open}${parts.join(', ')}${close}`
  if (line.length <= WIDTH) return line
  const inner = `${indent}    `
  const lines = wrapped(
    parts.map((part) => part.replaceAll(' ', '\u00a0')).join(', '),
    inner,
    WIDTH - inner.length,
  )
  return `${indent}${open}\n${inner}${lines.replaceAll('\u00a0', ' ')},\n${indent}${close}`
}
