interface CookieOptions {
  secure: boolean
  /** Lax: it also comes with the browser from another site's page, as from the provider. */
  sameSite: 'Strict' | 'Lax'
  seconds: number
}

/** A short-lived cookie that only signing in sees. */
export function stepCookie(
  name: string,
  value: string,
  { secure, sameSite, seconds }: CookieOptions,
): string {
  const end = secure ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/app/api/sign-in; HttpOnly; SameSite=${sameSite}${end}`
}

export function endCookie(name: string, options: Omit<CookieOptions, 'seconds'>): string {
  return stepCookie(name, '', { ...options, seconds: 0 })
}

export function readCookie(cookies: string | undefined, name: string): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}
