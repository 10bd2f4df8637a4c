const ROLES = ['viewer', 'member', 'owner'] as const
type Role = (typeof ROLES)[number]

/** What somebody with a value in a claim is in an account: `groups=admins:owner`. */
export interface RoleRule {
  claim: string
  value: string
  role: Role
}

/** Domains with commas between them, or `*`. Undefined: it is not that. */
export function parseAllowed(text: string): readonly string[] | undefined {
  const domains = text.split(',').map((each) => each.trim().toLowerCase().replace(/^@/, ''))
  return domains.every((each) => each === '*' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(each))
    ? domains
    : undefined
}

/**
 * `claim=value:role,value:role`, and a further `claim=` where another claim begins. The role follows the last colon: values may have
 * some themselves. Undefined: it is not that.
 */
export function parseRoleRules(text: string): readonly RoleRule[] | undefined {
  const rules: RoleRule[] = []
  let claim = ''
  for (const part of text.split(',')) {
    const [, named, value = '', role] = /^\s*(?:([^=]+)=)?(.+):([a-z]+)\s*$/.exec(part) ?? []
    claim = named?.trim() ?? claim
    if (claim === '' || value.trim() === '' || !isRole(role)) return undefined
    rules.push({ claim, value: value.trim(), role })
  }
  return rules
}

function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text)
}

export function isAllowed(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.includes('*') || domains.includes(domain)
}

/** The role of the first rule that fits; null: none does. */
export function roleBy(claims: Readonly<Record<string, unknown>>, rules: readonly RoleRule[]): Role | null {
  return rules.find(({ claim, value }) => valuesOf(claims, claim).includes(value))?.role ?? null
}

/** Of a claim that is a text or a list. A name that no claim has leads inside, at its dots: `realm_access.roles`. */
export function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const found =
    claims[claim] ??
    claim.split('.').reduce<unknown>((value, name) => {
      const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      return isObject ? (value as Record<string, unknown>)[name] : undefined
    }, claims)
  return [found].flat().flatMap((each) => {
    const isPlain = typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean'
    return isPlain ? [String(each)] : []
  })
}
