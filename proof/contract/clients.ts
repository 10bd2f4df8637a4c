/** A client that somebody generates from the document, and a program that uses it. */
export interface Generated {
  name: string
  /** Packages from npm, with their exact versions. */
  packages: Readonly<Record<string, string>>
  /** The command that writes the client into the folder. */
  command(document: string, folder: string): [string, ...string[]]
  /** Prints what it was answered as one line of JSON: see `Answered`. */
  program: string
}

/** What each program is answered. All of them must be told the same. */
export interface Answered {
  version: string
  plan: string
  shop: string
  quote: number
  refusal: string
}

const BEGIN = `const { URL_OF_API: url = '', KEY: key = '', NIGHT: checkin = '' } = process.env
const asked = { chain: 'aurelia', hotel_code: 'LONAU', checkin }
const say = (answered: object) => process.stdout.write(JSON.stringify(answered))
`

export const CLIENTS: readonly Generated[] = [
  {
    name: 'openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.99.0' },
    command: (document, folder) => [
      'openapi-ts',
      '-i',
      document,
      '-o',
      folder,
      '-c',
      '@hey-api/client-fetch',
    ],
    program: `import { client } from './made/client.gen'
import { getStatus, getUsage, shop } from './made/sdk.gen'
${BEGIN}
client.setConfig({ baseUrl: \`\${url}/v1\`, auth: key })
const status = await getStatus()
const usage = await getUsage()
const answer = await shop({ body: asked })
const quote = await shop({ body: { ...asked, dry_run: true } })
const wrong = await shop({ body: { ...asked, hotel_code: 'NOWHERE' } })
say({
  version: status.data?.version,
  plan: usage.data?.plan,
  shop: answer.data && 'status' in answer.data ? answer.data.status : null,
  quote: quote.data && 'quote' in quote.data ? quote.data.quote.live : null,
  refusal: wrong.error?.error.code,
})
`,
  },
  {
    name: 'openapi-fetch',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: (document, folder) => [
      'openapi-typescript',
      document,
      '-o',
      `${folder}/schema.d.ts`,
      '--default-non-nullable',
      'false',
    ],
    program: `import createClient from 'openapi-fetch'
import type { paths } from './made/schema'
${BEGIN}
const client = createClient<paths>({ baseUrl: \`\${url}/v1\`, headers: { 'x-api-key': key } })
const status = await client.GET('/status.json')
const usage = await client.GET('/usage')
const answer = await client.POST('/shop', { body: asked })
const quote = await client.POST('/shop', { body: { ...asked, dry_run: true } })
const wrong = await client.POST('/shop', { body: { ...asked, hotel_code: 'NOWHERE' } })
say({
  version: status.data?.version,
  plan: usage.data?.plan,
  shop: answer.data && 'status' in answer.data ? answer.data.status : null,
  quote: quote.data && 'quote' in quote.data ? quote.data.quote.live : null,
  refusal: wrong.error?.error.code,
})
`,
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: (document, folder) => [
      'swagger-typescript-api',
      'generate',
      '-p',
      document,
      '-o',
      folder,
      '-n',
      'api.ts',
    ],
    program: `import { Api } from './made/api'
${BEGIN}
const api = new Api({ baseUrl: \`\${url}/v1\`, baseApiParams: { headers: { 'x-api-key': key } } })
const { data: status } = await api.statusJson.getStatus()
const { data: usage } = await api.usage.getUsage()
const { data: answer } = await api.shop.shop(asked)
const { data: quote } = await api.shop.shop({ ...asked, dry_run: true })
const wrong = await api.shop.shop({ ...asked, hotel_code: 'NOWHERE' }).catch((error) => error)
say({
  version: status.version,
  plan: usage.plan,
  shop: 'status' in answer ? answer.status : null,
  quote: 'quote' in quote ? quote.quote.live : null,
  refusal: wrong.error.error.code,
})
`,
  },
  {
    name: 'oazapfts',
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    command: (document, folder) => ['oazapfts', document, `${folder}/api.ts`],
    program: `import { defaults, getStatus, getUsage, shop } from './made/api'
${BEGIN}
defaults.baseUrl = \`\${url}/v1\`
defaults.headers = { 'x-api-key': key }
const status = await getStatus()
const usage = await getUsage()
const answer = await shop(asked)
const quote = await shop({ ...asked, dry_run: true })
const wrong = await shop({ ...asked, hotel_code: 'NOWHERE' })
say({
  version: status.status === 200 ? status.data.version : null,
  plan: usage.status === 200 ? usage.data.plan : null,
  shop: answer.status === 200 && 'status' in answer.data ? answer.data.status : null,
  quote: quote.status === 200 && 'quote' in quote.data ? quote.data.quote.live : null,
  refusal: wrong.status === 200 ? null : wrong.data.error.code,
})
`,
  },
]
