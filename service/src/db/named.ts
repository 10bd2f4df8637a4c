/** `:name`, but neither the cast `::date` nor the slice `[1:n]`. */
const PARAMETER = /(?<![:\w]):([a-z]\w*)/gi

export interface Named {
  name?: string
  /** With `:nights` where the value `nights` belongs. */
  text: string
  /** May have more than the text uses. */
  values: Readonly<Record<string, unknown>>
}

/** A statement whose parameters have names, as the driver takes it: numbered. */
export function named({ text, values, ...statement }: Named): {
  name?: string
  text: string
  values: unknown[]
} {
  const used: string[] = []
  const numbered = text.replaceAll(PARAMETER, (_, parameter: string) => {
    if (!(parameter in values)) throw new Error(`a statement has no value for :${parameter}`)
    if (!used.includes(parameter)) used.push(parameter)
    return `$${used.indexOf(parameter) + 1}`
  })
  return { ...statement, text: numbered, values: used.map((parameter) => values[parameter]) }
}
