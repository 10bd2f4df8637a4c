import { xmlHead } from './xml.ts'

/** The small parts of a workbook: what it consists of, and the names in it. */

const OPEN = 'http://schemas.openxmlformats.org'
const RELATED = `${OPEN}/officeDocument/2006/relationships`
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function part(name: string, type: string): string {
  return `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`
}

export const CONTENT_TYPES: string = `${xmlHead()}<Types xmlns="${OPEN}/package/2006/content-types">${[
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  part('workbook', 'sheet.main'),
  part('worksheets/sheet1', 'worksheet'),
  part('worksheets/sheet2', 'worksheet'),
  part('styles', 'styles'),
  part('sharedStrings', 'sharedStrings'),
].join('')}</Types>`

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATED}/${type}" Target="${target}"/>`,
  )
  return `${xmlHead()}<Relationships xmlns="${OPEN}/package/2006/relationships">${list.join('')}</Relationships>`
}

export const RELATIONS: string = relations([['officeDocument', 'xl/workbook.xml']])

export const SHEETS: string = relations([
  ['worksheet', 'worksheets/sheet1.xml'],
  ['worksheet', 'worksheets/sheet2.xml'],
  ['styles', 'styles.xml'],
  ['sharedStrings', 'sharedStrings.xml'],
])

/** The name `cells` is that of the table, because LibreOffice offers only names to who links to a part of a workbook. */
export function workbookXml(table: string): string {
  const sheets = '<sheet name="cells" sheetId="1" r:id="rId1"/><sheet name="about" sheetId="2" r:id="rId2"/>'
  const names = `<definedName name="cells">cells!${table}</definedName>`
  return `${xmlHead()}<workbook xmlns="${OPEN}/spreadsheetml/2006/main" xmlns:r="${RELATED}"><sheets>${sheets}</sheets><definedNames>${names}</definedNames></workbook>`
}
