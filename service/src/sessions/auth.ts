import { betterAuth } from 'better-auth'
import type { Pool } from '../db/pool.ts'
import { openSession } from './auth-session.ts'
import { hashPassword, PASSWORD_LENGTH, verifyPassword } from './password.ts'
import { isTaken } from './store.ts'

export interface AuthOptions {
  pool: Pool
  secret: string
  /** Whether browsers connect over https. */
  secure: boolean
  log: { error(detail: object, message: string): void }
}

/**
 * Users, passwords and sessions, on our own tables. Called directly, never over HTTP: the edge decides which calls exist, their
 * allowed origins and their limits.
 */
export function createAuth({ pool, secret, secure, log }: AuthOptions) {
  return betterAuth({
    database: pool,
    secret,
    // Used only for links in e-mails, and the library sends none: recovery.ts does.
    baseURL: 'http://localhost',
    emailAndPassword: {
      enabled: true,
      // Sign-up with a taken e-mail then gets the same answer as any other.
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'user_credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'user_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: { way: { type: 'string', required: false, input: false } },
      expiresIn: 7 * DAY_SEC,
      updateAge: DAY_SEC,
      // Checked in the database every time, so that signing out takes effect at once.
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      user: { create: { before: async ({ email }) => ((await isTaken(pool, email)) ? false : undefined) } },
    },
    plugins: [openSession],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      // Log only what went wrong: the details would contain e-mail addresses.
      log: (level, message) => {
        if (level === 'error') log.error({ from: 'better-auth' }, message)
      },
    },
    advanced: {
      cookiePrefix: 'vacancy',
      useSecureCookies: secure,
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true },
      database: { validateSchema: false },
    },
  })
}

const DAY_SEC = 86_400
