import { escaped } from '../mail/parts.ts'

/** The Markdown of our own documentation as HTML: headings, paragraphs, lists, tables, code, links. Pictures are left out. */
export function guideHtml(markdown: string): string {
  return blocks(markdown.split('\n'))
}

const FENCE = /^\s*```(.*)$/
const ITEM = /^(\s*)(?:[-*]|\d+\.) +(.*)$/
const ROW = /^\s*\|.*\|\s*$/
const HEADING = /^(#{1,4}) (.*)$/

function blocks(lines: readonly string[]): string {
  const parts: string[] = []
  let at = 0
  while (at < lines.length) {
    const end = endOfBlock(lines, at)
    parts.push(blockOf(lines.slice(at, end)))
    at = end
  }
  return parts.filter((part) => part !== '').join('\n')
}

/** Where the block that begins at `start` ends. */
function endOfBlock(lines: readonly string[], start: number): number {
  const [first = ''] = lines.slice(start)
  const until = (isOver: (line: string, at: number) => boolean) => {
    const found = lines.findIndex((line, at) => at > start && isOver(line, at))
    return found === -1 ? lines.length : found
  }
  if (FENCE.test(first)) return Math.min(until((line) => /^\s*```\s*$/.test(line)) + 1, lines.length)
  if (HEADING.test(first) || first.trim() === '') return start + 1
  if (ROW.test(first)) return until((line) => !ROW.test(line))
  if (ITEM.test(first)) {
    const goesOn = (line: string | undefined) =>
      line !== undefined && (ITEM.test(line) || /^\s{2,}\S/.test(line))
    return until((line, at) => (line.trim() === '' ? !goesOn(lines[at + 1]) : false))
  }
  return until(
    (line) =>
      line.trim() === '' || FENCE.test(line) || ITEM.test(line) || ROW.test(line) || HEADING.test(line),
  )
}

function blockOf(lines: readonly string[]): string {
  const [first = ''] = lines
  if (first.trim() === '') return ''
  const fence = FENCE.exec(first)
  if (fence) return codeOf(lines)
  const heading = HEADING.exec(first)
  if (heading) return headingOf(heading[1]?.length ?? 1, heading[2] ?? '')
  if (ROW.test(first)) return tableOf(lines)
  if (ITEM.test(first)) return listOf(lines)
  const text = inline(lines.map((line) => line.trim()).join(' '))
  return text === '' ? '' : `<p>${text}</p>`
}

function codeOf(lines: readonly string[]): string {
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0].length ?? 0
  const code = lines.slice(1, -1).map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))
  return `<pre tabindex="0"><code>${escaped(code.join('\n'))}</code></pre>`
}

function headingOf(level: number, text: string): string {
  return `<h${level} id="${escaped(anchorOf(text))}">${inline(text)}</h${level}>`
}

/** As GitHub makes them, because our links are written for it. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function tableOf(lines: readonly string[]): string {
  const [head = [], ruler = [], ...rows] = lines.map(cellsOf)
  const isNumber = ruler.map((cell) => cell.endsWith('-:'))
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell, no) => `<${tag}${isNumber[no] ? ' class="number"' : ''}>${inline(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`
}

/** A pipe in code is escaped. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function listOf(lines: readonly string[]): string {
  const own = ITEM.exec(lines[0] ?? '')?.[1]?.length ?? 0
  const items: string[][] = []
  for (const line of lines) {
    const found = ITEM.exec(line)
    if (found && found[1]?.length === own) items.push([found[2] ?? ''])
    else items.at(-1)?.push(line)
  }
  const tag = /^\s*\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${itemOf(item)}</li>`).join('')}</${tag}>`
}

/** Lines that go on below an item are indented; a lone paragraph needs no element of its own. */
function itemOf([first = '', ...rest]: readonly string[]): string {
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents, 8)
  const html = blocks([first, ...rest.map((line) => line.slice(indent))])
  const [, alone] = /^<p>((?:(?!<p>).)*)<\/p>$/s.exec(html) ?? []
  return alone ?? html
}

const INLINE =
  /(`+)(?<code>.+?)\1|!\[[^\]]*\]\([^)]*\)|\[(?<text>(?:`[^`]*`|[^\]])+)\]\((?<to>[^)\s]+)\)|<(?<url>https?:[^>]+)>|\*\*(?<bold>.+?)\*\*|(?<![\w*])\*(?<soft>[^*\s][^*]*)\*/g

function inline(text: string): string {
  let html = ''
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    html += plain(text.slice(at, found.index))
    at = found.index + found[0].length
    html += spanOf(found.groups ?? {})
  }
  return (html + plain(text.slice(at))).trim()
}

function spanOf({ code, text, to, url, bold, soft }: Partial<Record<string, string>>): string {
  if (code !== undefined) return `<code>${escaped(code.trim())}</code>`
  if (text !== undefined && to !== undefined) return linkOf(inline(text), to)
  if (url !== undefined) return `<a href="${escaped(url)}">${escaped(url)}</a>`
  if (bold !== undefined) return `<strong>${inline(bold)}</strong>`
  return soft === undefined ? '' : `<em>${inline(soft)}</em>`
}

/** Files of the repository that are no guides are not served. */
function linkOf(html: string, to: string): string {
  const guide = /^([\w-]+)\.md(#.*)?$/.exec(to)
  if (guide) return `<a href="/docs/guides/${guide[1]}${escaped(guide[2] ?? '')}">${html}</a>`
  return /^(https?:|#|\/)/.test(to) ? `<a href="${escaped(to)}">${html}</a>` : html
}

function plain(text: string): string {
  return escaped(text.replaceAll(/\\([\\`*_|<>[\]#-])/g, '$1'))
}
