/** Colours on a terminal, plain text elsewhere. */

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export type Style = keyof typeof CODES

export type Paint = (style: Style, text: string) => string

export interface MaybeTerminal {
  isTTY?: boolean
}

/** Any value of `NO_COLOR` turns colours off, and so does `TERM=dumb`. */
export function paintFor(stream: MaybeTerminal, env: NodeJS.ProcessEnv): Paint {
  const hasColours = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  if (!hasColours) return (_style, text) => text
  return (style, text) => {
    const [on, off] = CODES[style]
    return `\u001B[${on}m${text}\u001B[${off}m`
  }
}
