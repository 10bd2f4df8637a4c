/**
 * The pages are in English, so numbers and dates are too: in the visitor's own English, or else as the British write them, which nobody
 * misreads. In the browser's language they would mix, such as `Fetched vor 17 Minuten` beside `2.7`.
 */
export const LOCALE = navigator.languages.find((tag) => /^en(-\w+)*$/.test(tag)) ?? 'en-GB'
