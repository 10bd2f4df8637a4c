/** The profile settings of a catalog entry. An unknown or invalid one stops the start with one line. */
export interface Options {
  flag(name: string, otherwise?: boolean): boolean
  /** `such` describes the form to an operator: "a country code such as US". */
  text<T extends string | null>(name: string, otherwise: T, form: RegExp, such: string): T | string
  number(name: string, otherwise: number, least: number, most: number): number
  texts(name: string, otherwise: string[], most: number): string[]
}

export function readOptions(profile: Readonly<Record<string, unknown>>, known: readonly string[]): Options {
  const stranger = Object.keys(profile).find((name) => !known.includes(name))
  if (stranger !== undefined) {
    throw new Error(`has no option "${stranger}"; it knows ${known.length === 0 ? 'none' : known.join(', ')}`)
  }
  return {
    flag(name, otherwise) {
      const value = profile[name] ?? otherwise
      if (typeof value !== 'boolean') throw new Error(`${name} must be true or false`)
      return value
    },
    text(name, otherwise, form, such) {
      const value = profile[name]
      if (value === undefined) return otherwise
      if (typeof value !== 'string' || !form.test(value)) throw new Error(`${name} must be ${such}`)
      return value
    },
    number(name, otherwise, least, most) {
      const value = profile[name] ?? otherwise
      if (typeof value !== 'number' || !(value >= least && value <= most)) {
        throw new Error(`${name} must be a number from ${least} to ${most}`)
      }
      return value
    },
    texts(name, otherwise, most) {
      const value = profile[name] ?? otherwise
      if (!isTextList(value) || value.length === 0 || value.length > most) {
        throw new Error(`${name} must be a list of 1 to ${most} texts`)
      }
      return value
    },
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
}
