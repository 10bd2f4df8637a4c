import { Type } from 'typebox'
import { PASSWORD_LENGTH } from './password.ts'

/** Fields of forms about signing in. */
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const NewPassword = Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most })
/** Its rules may have been others when it was chosen. */
export const AnyPassword = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.most })
