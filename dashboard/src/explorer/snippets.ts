/** The request as curl and TypeScript. The key appears as a variable, because the page does not have it. */

export function curlOf(origin: string, path: string, body: Record<string, unknown>): string {
  const json = spread(body).replaceAll("'", "'\\''")
  return `curl -s ${origin}/v1${path} \\
  -H "x-api-key: $VACANCY_KEY" \\
  -H 'content-type: application/json' \\
  -d '${json}'`
}

export function typescriptOf(origin: string, path: string, body: Record<string, unknown>): string {
  return `const response = await fetch('${origin}/v1${path}', {
  method: 'POST',
  headers: {
    'x-api-key': process.env.VACANCY_KEY ?? '',
    'content-type': 'application/json',
  },
  body: JSON.stringify(${unquoted(spread(body, '  '))}),
})
const answer = await response.json()
if (!response.ok) throw new Error(answer.error.message)
console.info(response.headers.get('x-credits-charged'), answer)`
}

/** One field or list item per line; nested values stay on one line. */
function spread(body: Record<string, unknown>, indent = ''): string {
  const fields = Object.entries(body).map(([name, value]) => `${indent}  "${name}": ${inLine(value, indent)}`)
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function inLine(value: unknown, indent: string): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value)
  const rows = value.map((row) => `${indent}    ${JSON.stringify(row)}`)
  return `[\n${rows.join(',\n')}\n${indent}  ]`
}

function unquoted(json: string): string {
  return json.replaceAll(/"([a-z_]+)":/g, '$1: ').replaceAll(':  ', ': ')
}
