/** What a linter says of the document. */
export interface Finding {
  rule: string
  message: string
  /** Where in the document, part by part. */
  path: readonly string[]
  /** What stands there. */
  node: unknown
}

/** Findings that stay, and why. */
interface Exception {
  rules: readonly string[]
  /** Anywhere if left out. */
  only?: (finding: Finding) => boolean
  why: string
}

/** Shapes are those of answers, but for the bodies of requests; events are answers, too. */
const isAnswer = ({ path }: Finding) =>
  path.includes('responses') ||
  path[0] === 'webhooks' ||
  (path[0] === 'components' && !path[2]?.endsWith('Request'))

const has =
  (...fields: string[]) =>
  ({ node }: Finding) =>
    typeof node === 'object' && node !== null && fields.some((field) => field in node)

const OPEN_PATHS = new Set([
  '/openapi.json',
  '/status.json',
  '/.well-known/vacancy-receipts.json',
  '/boards/shared/{token}',
  '/feeds/{token}.{format}',
])
const isOpen = ({ path }: Finding) => path[0] === 'paths' && OPEN_PATHS.has(path[1] ?? '')

const LIMITS = [
  'owasp:api4:2023-string-limit',
  'owasp:api4:2023-string-restricted',
  'owasp:api4:2023-integer-limit',
  'owasp:api4:2023-array-limit',
]

export const EXCEPTIONS: readonly Exception[] = [
  {
    rules: LIMITS,
    only: isAnswer,
    why: 'Names, codes and figures of answers come from vendors: a limit would be a promise for them.',
  },
  {
    rules: ['owasp:api4:2023-string-limit'],
    only: has('format', 'pattern', 'x-extensible-enum'),
    why: 'Its format, its pattern or its list of words limits it.',
  },
  {
    rules: ['owasp:api4:2023-string-restricted'],
    only: has('maxLength', 'x-extensible-enum'),
    why: 'People’s own words, names and ids: any letters, so many of them.',
  },
  {
    rules: ['owasp:api8:2023-define-cors-origin'],
    why: 'Keys belong on servers. Pages of other origins cannot call the API, so there is no such header.',
  },
  {
    rules: ['owasp:api8:2023-define-error-responses-500'],
    why: 'What goes wrong in this service is a 503 with a code: there is no 500.',
  },
  {
    rules: ['owasp:api8:2023-define-error-responses-401', 'owasp:api2:2023-read-restricted'],
    only: isOpen,
    why: 'It needs no key.',
  },
  {
    rules: ['owasp:api4:2023-rate-limit'],
    only: (finding) => isOpen(finding) || finding.path.includes('401'),
    why: 'Without a valid key there is no account whose limits could be told.',
  },
  {
    rules: ['owasp:api2:2023-no-credentials-in-url'],
    only: isOpen,
    why: 'A link for spreadsheets and for people without an account has its secret in its address. It can be ended.',
  },
  {
    rules: ['owasp:api9:2023-inventory-access', 'owasp:api9:2023-inventory-environment'],
    why: 'The operator of a server decides who uses it and what for.',
  },
  {
    rules: ['no-ambiguous-paths'],
    only: isOpen,
    why: 'No id is `shared`, and no id has a dot. A part without braces comes first, as the specification says.',
  },
]

/** Why a finding stays; null if it should not. */
export function reasonFor(finding: Finding): string | null {
  const fits = EXCEPTIONS.find(
    ({ rules, only }) => rules.includes(finding.rule) && (only === undefined || only(finding)),
  )
  return fits?.why ?? null
}
