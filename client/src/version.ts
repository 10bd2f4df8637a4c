/** The version of this package, which the User-Agent tells. */
export const VERSION = '1.0.0'
