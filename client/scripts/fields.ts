import { bodyOf, componentOf, type OpenApi, type Route, resolved, type Schema } from './openapi.ts'

/** The fields that an operation takes, by their path: null, or the words of a closed list. */
export type Fields = Record<string, string[] | null>

export function fieldsOf(document: OpenApi, { operation }: Route, sources: readonly string[]): Fields {
  const fields: Fields = {}
  for (const { in: place, name, schema } of operation.parameters ?? [])
    if (place !== 'header') addField(name, schema, [])
  const body = bodyOf(operation)
  if (body) addFieldsOf(body, '', [])
  return fields

  function addField(path: string, schema: Schema, above: readonly string[]): void {
    const { enum: closed, 'x-extensible-enum': open } = resolved(document, schema)
    const words = (closed ?? open ?? []).filter((word) => typeof word === 'string')
    // Words that name sources are no closed list: an unknown one need not mean that the server is old.
    const isClosed = words.length > 0 && !words.some((word) => sources.includes(word))
    const before = fields[path] ?? []
    fields[path] = isClosed ? [...new Set([...before, ...words])] : (fields[path] ?? null)
    addFieldsOf(schema, path, above)
  }

  function addFieldsOf(schema: Schema, path: string, above: readonly string[]): void {
    const component = componentOf(schema)
    if (component !== null && above.includes(component)) return
    const inside = component === null ? above : [...above, component]
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolved(document, schema)
    const prefix = path === '' ? '' : `${path}.`
    for (const [name, field] of Object.entries(properties)) addField(prefix + name, field, inside)
    if (items) addField(`${prefix}*`, items, inside)
    for (const form of [...anyOf, ...oneOf, ...allOf])
      if (path === '') addFieldsOf(form, path, inside)
      else addField(path, form, inside)
  }
}
