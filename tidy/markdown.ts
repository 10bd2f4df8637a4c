/** The parts of a page that the rules need. All texts keep their length and lines, so offsets stay valid. */
export interface Page {
  /** The page with all code blanked out. */
  prose: string
  /** The page with only its fenced blocks blanked out: a heading may hold code in backticks. */
  unfenced: string
  code: { text: string; offset: number; fenced: boolean }[]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm
const COMMENT = /<!--[\s\S]*?-->/g
const SPAN = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g

export function readPage(text: string): Page {
  const code: Page['code'] = []
  const unfenced = text
    .replace(FENCE, (all: string, _fence: string, inner: string, offset: number) => {
      code.push({ text: inner, offset: offset + all.indexOf('\n') + 1, fenced: true })
      return blank(all)
    })
    .replace(COMMENT, blank)
  const prose = unfenced.replace(SPAN, (all: string, ticks: string, inner: string, offset: number) => {
    code.push({ text: inner, offset: offset + ticks.length, fenced: false })
    return blank(all)
  })
  return { prose, unfenced, code }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm
const UNDERLINED = /^(?! {0,3}[#>|\-*+])(\S.*)\n {0,3}(?:=+|-{2,})[ \t]*$/gm
const NAMED = /<[a-z][^>]*\s(?:id|name)=["']([^"']+)["']/gi

/** The anchors of a page, built from its headings as GitHub does. */
export function anchorsOf({ unfenced, prose }: Page): Set<string> {
  const headings = [...unfenced.matchAll(HEADING), ...unfenced.matchAll(UNDERLINED)]
  const anchors = new Set([...prose.matchAll(NAMED)].map(([, name = '']) => name))
  for (const [, words = ''] of headings.toSorted((a, b) => a.index - b.index)) {
    const slug = slugOf(words)
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

export interface Link {
  target: string
  offset: number
}

const INLINE = /\]\(\s*(<[^>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:[ \t]*(\S+)/gm
const REFERENCE = /\[([^[\]]*)\]\[([^[\]]*)\]/g
const ATTRIBUTE = /<[a-z][^>]*?\s(?:href|src)=["']([^"']+)["']/gi

/** The targets of all links of a page, in every Markdown form. An undefined reference has the target ''. */
export function linksOf({ prose }: Page): Link[] {
  const definitions = [...prose.matchAll(DEFINITION)]
  const defined = new Set(definitions.map(([, name = '']) => name.toLowerCase()))
  const undefinedOnes = [...prose.matchAll(REFERENCE)].filter(
    ([, words = '', name = '']) => !defined.has((name || words).toLowerCase()),
  )
  return [
    ...[...prose.matchAll(INLINE)].map((match) => linkAt(match, match[1])),
    ...definitions.map((match) => linkAt(match, match[2])),
    ...[...prose.matchAll(ATTRIBUTE)].map((match) => linkAt(match, match[1])),
    ...undefinedOnes.map((match) => linkAt(match, '')),
  ]
}

function linkAt(match: RegExpExecArray, target = ''): Link {
  return { target: target.replace(/^<(.*)>$/, '$1'), offset: match.index }
}
