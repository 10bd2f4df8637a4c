/** The version of the product, of its API and of the families that come with it. */
export const VERSION = '1.0.0'
