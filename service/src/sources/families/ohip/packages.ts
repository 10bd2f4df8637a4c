/** Rate plan types of the OpenTravel code list RPT that are sold with something else. */
const PACKAGE_TYPES = new Set(['11', '23', '26'])

export function isPackage({ ratePlanType }: { ratePlanType?: string | number }): boolean {
  return PACKAGE_TYPES.has(String(ratePlanType))
}
