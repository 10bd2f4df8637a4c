import { betterAuth } from 'better-auth'
import type { Pool } from '../db/pool.ts'
import { hashPassword, PASSWORD_LENGTH, verifyPassword } from './password.ts'
import { isTaken } from './store.ts'

export interface AuthOptions {
  pool: Pool
  secret: string
  /** Whether browsers come by https. */
  secure: boolean
  log: { error(detail: object, message: string): void }
}

/**
 * People, passwords and sessions, on our tables. It is called directly, never over HTTP: which calls there are, where they
 * may come from and how often is decided at the edge, for all of the dashboard alike.
 */
export function createAuth({ pool, secret, secure, log }: AuthOptions) {
  return betterAuth({
    database: pool,
    secret,
    // Only links in e-mails would be made with it, and none are sent.
    baseURL: 'http://localhost',
    emailAndPassword: {
      enabled: true,
      // So that signing up with an e-mail that is taken is answered like any other.
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
      expiresIn: 7 * DAY_SEC,
      updateAge: DAY_SEC,
      // Asked of the database every time: whoever signs out is out.
      cookieCache: { enabled: false },
    },
    databaseHooks: {
      user: { create: { before: async ({ email }) => ((await isTaken(pool, email)) ? false : undefined) } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      // It would name the e-mails that people tried; what went wrong is enough.
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
