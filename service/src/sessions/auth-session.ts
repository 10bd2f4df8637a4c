import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/**
 * Opens a session for somebody who has proved who they are, whichever way. The library's own ways to sign in open one with the
 * password alone, before anything can ask for more.
 */
export const openSession = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: bodyOf<{ userId: string; way: string }>() },
      async (context) => {
        const { userId, way } = context.body
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('somebody signed in who does not exist')
        const session = await internalAdapter.createSession(userId, false, { way })
        await setSessionCookie(context, { session, user })
        return { sessionId: session.id }
      },
    ),
  },
}

/** What we call it with is checked by our types: nobody calls it over HTTP. */
function bodyOf<T>() {
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'vacancy',
      validate: (value: unknown) => ({ value: value as T }),
      types: undefined as { input: T; output: T } | undefined,
    },
  }
}
