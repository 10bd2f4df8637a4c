/** An answer from the cache costs this part of a live one; so does each look of a watch or a booking. */
export const CACHED_SHARE = 0.25
