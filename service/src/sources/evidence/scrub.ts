import { secretForms } from '../checks/conceal.ts'

/** Stands for a credential, in bodies and paths alike. A family that reads kept bodies again gets it as each credential. */
export const CREDENTIAL = 'credential'
const EMAIL = '[e-mail]'
const PERSONAL = '[personal]'

export type Scrub = (text: string) => string

/** Removes credentials and personal data from what a vendor sent. Everything else stays as it is, byte for byte. */
export function createScrub(credentials: Readonly<Record<string, string>>): Scrub {
  const secrets = secretForms(Object.values(credentials))
    .flatMap(formsOf)
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    let left = text
    for (const secret of secrets) left = left.replaceAll(secret, CREDENTIAL)
    for (const { pattern, by } of RULES) left = left.replaceAll(pattern, by)
    return left
  }
}

/** A shorter value stands in many places where it is no secret. */
const SHORTEST_SECRET = 4

/** As it is, and as some writers of JSON, XML and URLs put it. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    inJson,
    inJson.replaceAll('/', '\\/'),
    inXml(secret),
    inXml(secret).replaceAll("'", '&apos;'),
    inXml(secret).replaceAll("'", '&#39;'),
    secret.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    secret.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ]
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Fields of JSON, and elements and attributes of XML, that hold a credential whatever its value is. */
const SECRET_FIELDS =
  'access_?token|refresh_?token|id_?token|client_?secret|api_?key|apikey|x-api-key|password|passwd|authorization|set-cookie'

/** Fields about people. A hotel's own name and address are not among them. */
const PERSONAL_FIELDS = [
  'first_?name|last_?name|given_?name|family_?name|middle_?name|surname|full_?name|guest_?name|customer_?name',
  'e-?mail|e-?mail_?address|phone|phone_?number|mobile_?phone|telephone|fax|date_?of_?birth|birth_?date|passport',
  'card_?number|card_?holder|cardholder_?name|cvv|cvc|iban|ip_?address|customer_?ip|loyalty_?number|member_?number',
].join('|')

interface Rule {
  pattern: RegExp
  by: string
}

const AT = '(?:@|%40|\\\\u0040|&#0*64;|&#x0*40;|&commat;)'

const RULES: readonly Rule[] = [
  ...fields(SECRET_FIELDS, CREDENTIAL),
  { pattern: /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g, by: `$1 ${CREDENTIAL}` },
  // A signed token says who it was made for.
  { pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g, by: CREDENTIAL },
  { pattern: /\b(?:sk|pk|rk|whsec)_(?:live|test)?_?[A-Za-z0-9]{16,}/g, by: CREDENTIAL },
  {
    // Bounded, so that a long word without an address takes no longer than its length.
    pattern: new RegExp(
      `[\\p{L}\\p{N}._+'-]{1,64}${AT}[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63})+`,
      'giu',
    ),
    by: EMAIL,
  },
  ...fields(PERSONAL_FIELDS, PERSONAL),
]

/**
 * The value of a field with such a name, or its values. Empty values and objects stay as they are. Each pattern takes a time that grows
 * with the length of the body alone: the body is a stranger's.
 */
function fields(names: string, by: string): Rule[] {
  return [
    {
      pattern: new RegExp(
        `("(?:${names})"\\s*:\\s*)(?:"(?!")[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|-?\\d[\\d.eE+-]*|\\[\\s*["\\d-][^\\[\\]{}]*\\])`,
        'gi',
      ),
      by: `$1"${by}"`,
    },
    // JSON as a text in JSON.
    {
      pattern: new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")[^"\\\\]+(?=\\\\")`, 'gi'),
      by: `$1${by}`,
    },
    {
      pattern: new RegExp(
        `(<(?:\\w+:)?(?:${names})(?:\\s[^<>]*)?>)(?:\\s*[^<>\\s][^<>]*|\\s*<!\\[CDATA\\[(?:[^\\]<]|<(?!!))*\\]\\]>\\s*)(?=</)`,
        'gi',
      ),
      by: `$1${by}`,
    },
    { pattern: new RegExp(`(\\s(?:\\w+:)?(?:${names})\\s*=\\s*")[^"]+(?=")`, 'gi'), by: `$1${by}` },
    { pattern: new RegExp(`(\\s(?:\\w+:)?(?:${names})\\s*=\\s*')[^']+(?=')`, 'gi'), by: `$1${by}` },
  ]
}
