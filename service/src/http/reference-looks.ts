/** The colours of the package are too faint to read by WCAG AA, and some of its parts have no names. */

export const LEGIBLE = `
.light-mode {
  --scalar-color-2: #4f4f4f;
  --scalar-color-3: #636363;
  --scalar-color-green: #006b45;
  --scalar-color-orange: #a83700;
  --scalar-color-blue: #005c9a;
  --scalar-color-red: #b3201c;
  --scalar-color-purple: #6236b8;
  --scalar-color-yellow: #7a5600;
}
.dark-mode {
  --scalar-color-3: #a0a0a0;
}
`

/** A script of the page: parts appear as one scrolls. */
export const NAME_PARTS = `
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  for (const editor of document.querySelectorAll('.code-input-lite__editor:not([aria-label])')) {
    editor.setAttribute('aria-label', editor.dataset.placeholder || 'Value')
    if (!editor.hasAttribute('aria-expanded')) editor.setAttribute('aria-expanded', 'false')
  }
}).observe(document.body, { childList: true, subtree: true })
`
