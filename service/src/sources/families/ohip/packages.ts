/** Rate plan types of the OpenTravel code list RPT that are sold with something else. */
const PACKAGE_TYPES = new Set(['11', '23', '26'])

const CODE = /^\d{1,2}$/

/** What a plan of an unreadable type is sold with is not known, so it never makes the price of a room alone. */
export function isPackage({ ratePlanType }: { ratePlanType?: string | number }): boolean {
  if (ratePlanType === undefined) return false
  const type = String(ratePlanType)
  return PACKAGE_TYPES.has(type) || !CODE.test(type)
}
