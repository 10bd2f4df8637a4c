import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { type Element, parseXml } from '../../src/sources/families/read-xml.ts'

const plain = ({ name, attributes, children, text }: Element): unknown => [
  name,
  Object.fromEntries(attributes),
  text,
  children.map(plain),
]

describe('a document', () => {
  test('has elements, attributes and text, without prefixes, references and comments', async () => {
    const document = `\ufeff<?xml version="1.0"?><!-- a > b --><s:A xmlns:s="urn:x" s:One = 'a &amp; &#98; &#x63;' two="">
      <B/> x &lt; y <![CDATA[ & <z> ]]><B n="1"></B ></s:A>\n`
    expect(plain(await parseXml(document))).toEqual([
      'A',
      { One: 'a & b c', two: '' },
      'x < y  & <z>',
      [
        ['B', {}, '', []],
        ['B', { n: '1' }, '', []],
      ],
    ])
  })

  test.each([
    ['nothing', ''],
    ['only text', 'sold out'],
    ['an end too early', '<A><B>'],
    ['half a tag', '<A><B x="1'],
    ['an end that does not fit', '<A><B></A></B>'],
    ['an end of another prefix', '<a:A></b:A>'],
    ['two roots', '<A/><B/>'],
    ['text after the root', '<A/>more'],
    ['an attribute without a value', '<A b/>'],
    ['an attribute without quotes', '<A b=1/>'],
    ['attributes that touch', '<A b="1"c="2"/>'],
    ['an attribute twice', '<A b="1" b="2"/>'],
    ['a tag in an attribute', '<A b="<"/>'],
    ['a bare ampersand', '<A>salt & pepper</A>'],
    ['a comment that does not end', '<A><!-- </A>'],
    ['a document type', '<!DOCTYPE A [<!ENTITY x "y">]><A>&x;</A>'],
    ['a page', '<html><body><br><p>Down</body></html>'],
    ['61 levels', '<A>'.repeat(61) + '</A>'.repeat(61)],
  ])('that is %s is refused', async (_, document) => {
    await expect(parseXml(document)).rejects.toThrow(SyntaxError)
  })

  test('is refused wherever it is cut off', async () => {
    const whole = '<A one="1"><B>text &amp; more</B><!-- c --><C><![CDATA[d]]></C></A>'
    for (let end = 0; end < whole.length; end += 1) {
      await expect(parseXml(whole.slice(0, end)), whole.slice(0, end)).rejects.toThrow(SyntaxError)
    }
  })

  test('is read as others read it', async () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/)
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.record({
        name,
        attributes: fc.dictionary(name, text, { maxKeys: 4 }),
        text,
        children: fc.oneof(
          { maxDepth: 4, depthIdentifier: 'tree' },
          fc.constant<Tree[]>([]),
          fc.array(tie('tree'), { maxLength: 3 }),
        ),
      }),
    }))
    await fc.assert(
      fc.asyncProperty(tree, async (made) => {
        const document = written(made)
        expect(XMLValidator.validate(document)).toBe(true)
        expect(plain(await parseXml(document))).toEqual(asOthersRead(document))
      }),
      { numRuns: 300 },
    )
  })
})

test('a document of two megabytes holds nobody up', async () => {
  const document = `<A>${'<B one="1" two="2"><C>text</C></B>'.repeat(60_000)}</A>`
  const turns = [performance.now()]
  const beat = setInterval(() => turns.push(performance.now()))
  expect((await parseXml(document)).children).toHaveLength(60_000)
  clearInterval(beat)
  turns.push(performance.now())
  const gaps = turns.slice(1).map((atMs, index) => atMs - (turns[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(gaps.reduce((sum, gap) => sum + gap, 0) / 3)
})

interface Tree {
  name: string
  attributes: Record<string, string>
  text: string
  children: Tree[]
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function written({ name, attributes, text, children }: Tree): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${list.join('')}>${escaped(text)}${children.map(written).join('')}</${name}>`
}

const other = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
})

type Node = Record<string, Node[]> & { ':@'?: Record<string, string>; '#text'?: string }

function asOthersRead(document: string): unknown {
  const decoded = (text: string) =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).trim()
  const read = (node: Node): unknown => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? ''
    const inside = node[name] ?? []
    const attributes = Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, decoded(value)])
    const texts = inside.map((child) => child['#text'] ?? '').join('')
    const children = inside.filter((child) => !('#text' in child))
    return [name, Object.fromEntries(attributes), decoded(texts), children.map(read)]
  }
  return read((other.parse(document) as Node[])[0] as Node)
}
