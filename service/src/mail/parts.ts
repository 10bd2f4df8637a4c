interface Link {
  label: string
  url: string
}

/** The content of a mail or of a small page, before it has a form. */
export interface Parts {
  title: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [label: string, value: string])[]
  link?: Link
  /** A second link, which matters less. */
  also?: Link
  footer?: { text: string; label: string; url: string }
}

export function textOf({ title, paragraphs, facts = [], link, also, footer }: Parts): string {
  return [
    title,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...[link, also].flatMap((one) => (one ? [`${one.label}:\n${one.url}`] : [])),
    ...(footer ? [`-- \n${footer.text}\n${footer.label}: ${footer.url}`] : []),
  ].join('\n\n')
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1b1f24',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  title: 'margin:0 0 12px;font-size:20px',
  label: 'padding:4px 16px 4px 0;color:#5b6470;vertical-align:top',
  value: 'padding:4px 0;vertical-align:top',
  oneLine: ';white-space:nowrap',
  link: 'display:inline-block;margin-top:16px;padding:10px 18px;background:#1f5fd0;color:#ffffff;border-radius:6px;text-decoration:none',
  footer: 'max-width:560px;margin:16px auto 0;font-size:13px;color:#5b6470',
} as const

/** Styles are inline, because mail programs drop others. Of a label and its value, the shorter one stays on one line. */
export function htmlOf({ title, paragraphs, facts = [], link, also, footer }: Parts): string {
  const rows = facts.map(([label, value]) => {
    const cell = (text: string, other: string, style: string) =>
      `<td style="${style}${text.length <= other.length ? STYLE.oneLine : ''}">${escaped(text)}</td>`
    return `<tr>${cell(label, value, STYLE.label)}${cell(value, label, STYLE.value)}</tr>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.card}">
<h1 style="${STYLE.title}">${escaped(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${rows.length === 0 ? '' : `<table role="presentation">${rows.join('')}</table>`}
${link ? `<p><a style="${STYLE.link}" href="${escaped(link.url)}">${escaped(link.label)}</a></p>` : ''}
${also ? `<p><a href="${escaped(also.url)}">${escaped(also.label)}</a></p>` : ''}
</div>
${footer ? `<p style="${STYLE.footer}">${escaped(footer.text)} <a href="${escaped(footer.url)}">${escaped(footer.label)}</a></p>` : ''}
</body></html>
`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
