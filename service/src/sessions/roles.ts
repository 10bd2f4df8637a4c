import { type ApiError, forbidden } from '../kernel/errors.ts'

/** What people of an account may do, the least first: viewers read, members also spend and change, owners also manage members. */
export const ROLES = ['viewer', 'member', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function requireRole({ role }: { role: Role }, needed: Role): void {
  if (ROLES.indexOf(role) < ROLES.indexOf(needed)) throw refusalOf(needed)
}

function refusalOf(needed: Role): ApiError {
  return needed === 'owner'
    ? forbidden('Only owners of the account can do this. Ask one of them.')
    : forbidden('You may look at everything, but not spend or change anything. Ask an owner of the account.')
}

export function requireOperator({ account }: { account: { operator: boolean } }): void {
  if (!account.operator) throw forbidden('Only the operator of this server can see this.')
}
