import type { SourceEntry } from './sources/catalog/schema.ts'

/** What can be asked at once: what a hotel costs or, without a hotel, an engine for hotels by their name. */
export interface Example {
  about: string
  source: string
  hotelCode: string | null
}

/** Of the bundled sources, whose hotels are those of the sandbox. */
export const SANDBOX_EXAMPLE: Example = {
  about: 'What a night in London costs',
  source: 'aurelia',
  hotelCode: 'LONAU',
}

/** The first hotel of the first source that has all its credentials, else a metasearch engine; null if there is none. */
export function exampleOf(
  entries: readonly SourceEntry[],
  env: Readonly<Record<string, string | undefined>>,
): Example | null {
  const usable = entries.filter(({ credentials }) =>
    Object.values(credentials).every((variable) => env[variable]),
  )
  for (const { id, name, kind, examples = [] } of usable) {
    const [hotelCode] = examples
    if (kind !== 'search' && hotelCode !== undefined)
      return { about: `What a night costs at ${name}`, source: id, hotelCode }
  }
  const engine = usable.find(({ rates }) => rates)
  if (!engine) return null
  return { about: `Hotels by their name, at ${engine.name}`, source: engine.id, hotelCode: null }
}

/** Asked once, at the first start; the dashboard asks its operator, too. */
const CHOICE = `
  How do you want to begin?
    Look around in the sandbox: hotels and prices are invented, and everything below works now.
    Connect a source:           npx vacancy sources add
`

/** What a start has to say. */
export interface Welcome {
  url: string
  /** Of the account that a first start makes; null at later starts. */
  key: string | null
  /** The link that makes the person who opens it owner of the server; null if there is none. */
  claim: string | null
  /** Whether a source is in the sandbox. */
  sandbox: boolean
  example: Example | null
  checkin: string
}

/** What `vacancy serve` prints once everything is up. */
export function banner({ url, key, claim, sandbox, example, checkin }: Welcome): string {
  const shown = key ?? '<your key>'
  const owner = claim
    ? `  Open this link first. It makes you the owner of this server. It works once, for an hour:

    ${claim}

`
    : ''
  const about = key
    ? `  An account "demo" was made for you. Its API key, shown only this once:\n\n    ${key}\n`
    : '  Another key: npx vacancy keys create --account demo\n'
  return `
  Vacancy is up at ${url}

${owner}${about}${key === null || !sandbox ? '' : CHOICE}
  What the account has left:

    curl -s ${url}/v1/usage -H 'x-api-key: ${shown}'

${question(url, shown, example, checkin)}
  Dashboard: ${url}${claim === null ? '' : '  (a new link to own this server: npx vacancy accounts claim)'}
  API reference: ${url}/docs
  Stop with Ctrl-C.

`
}

function question(url: string, key: string, example: Example | null, checkin: string): string {
  if (example === null) {
    return `  What your sources can do:

    curl -s ${url}/v1/chains -H 'x-api-key: ${key}'
`
  }
  if (example.hotelCode === null) {
    return `  ${example.about}:

    curl -s '${url}/v1/hotels/search?q=Savoy+London&live=${example.source}' -H 'x-api-key: ${key}'
`
  }
  const body = JSON.stringify({ chain: example.source, hotel_code: example.hotelCode, checkin })
  return `  ${example.about}:

    curl -s ${url}/v1/shop -H 'x-api-key: ${key}' -H 'content-type: application/json' \\
      -d '${body}'
`
}
