import { describe, expect, it } from 'vitest'
import { readBankFile } from '../../src/fx/bank-file.ts'
import { decimalText } from '../../src/fx/decimal.ts'
import { readJsonFile } from '../../src/fx/json-file.ts'
import { BadRateFile, checkTables, type RateTable } from '../../src/fx/rate-table.ts'

const bank = (days: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${days}</Cube>
</gesmes:Envelope>`
const GOOD =
  "<Cube time='2026-11-13'><Cube currency='USD' rate='1.1592'/><Cube currency='JPY' rate='179.05'/></Cube>"

const texts = ({ rates }: RateTable) =>
  Object.fromEntries([...rates].map(([currency, rate]) => [currency, decimalText(rate)]))
const check = (tables: RateTable[], last: RateTable | null = null) => checkTables(tables, '2026-11-16', last)

describe('the file of the European Central Bank', () => {
  it('is read with its publisher, and every rate as published', () => {
    const [table] = readBankFile(bank(GOOD))
    expect(table).toMatchObject({ day: '2026-11-13', publisher: 'European Central Bank', base: 'EUR' })
    expect(table && texts(table)).toEqual({ USD: '1.1592', JPY: '179.05' })
  })

  it('may have many days, newest first, and double quotes', () => {
    const older = GOOD.replaceAll("'", '"').replace('11-13', '11-12')
    expect(check(readBankFile(bank(GOOD + older))).map(({ day }) => day)).toEqual([
      '2026-11-12',
      '2026-11-13',
    ])
  })

  it.each([
    ['is cut off', bank(GOOD).slice(0, -40)],
    ['is cut off in a rate', bank(GOOD).slice(0, 420)],
    ['is an error page', '<html><body>Service Unavailable</body></html>'],
    ['is empty', ''],
    ['is JSON', '{"base":"EUR"}'],
    ['has a zero rate', bank(GOOD.replace('1.1592', '0'))],
    ['has a negative rate', bank(GOOD.replace('1.1592', '-1.1592'))],
    ['has a rate that is no number', bank(GOOD.replace('1.1592', 'N/A'))],
    ['has a rate with an exponent', bank(GOOD.replace('1.1592', '1e5'))],
    ['has an absurdly large rate', bank(GOOD.replace('1.1592', '99999999999'))],
    ['has an absurdly small rate', bank(GOOD.replace('1.1592', '0.00000001'))],
    ['lacks a rate', bank(GOOD.replace(" rate='1.1592'", ''))],
    ['has a currency twice', bank(GOOD.replace('JPY', 'USD'))],
    ['has a day twice', bank(GOOD + GOOD)],
    ['has no day', bank('')],
    ['has a day without rates', bank("<Cube time='2026-11-13'></Cube>")],
    ['has a day in the future', bank(GOOD.replace('11-13', '11-17'))],
    ['has a day that does not exist', bank(GOOD.replace('11-13', '11-31'))],
    ['has a currency that is none', bank(GOOD.replace('JPY', 'yen'))],
    ['has a document type', bank(GOOD).replace('<gesmes:E', '<!DOCTYPE x><gesmes:E')],
    ['has rates outside of a day', bank("<Cube currency='USD' rate='1.1592'/>")],
  ])('is refused if it %s', (_, text) => {
    expect(() => check(readBankFile(text))).toThrow(BadRateFile)
  })

  it('is refused if a point was misplaced since the last table', () => {
    const [last] = readBankFile(bank(GOOD))
    const slipped = readBankFile(bank(GOOD.replace('11-13', '11-16').replace('1.1592', '11.592')))
    expect(() => check(slipped, last)).toThrow('USD went from 1.1592')
  })
})

describe('the JSON table', () => {
  const table = {
    base: 'USD',
    date: '2026-11-15',
    rates: { EUR: 0.8626, ARS: 1450.5, XAU: 0.0004, BTC: 0.001 },
  }

  it('is read as one table or as a list, without what is no currency of prices', () => {
    const [one] = readJsonFile(JSON.stringify(table))
    expect(one).toMatchObject({ day: '2026-11-15', publisher: 'extra', base: 'USD' })
    expect(Object.keys(one ? texts(one) : {})).not.toContain('BTC')
    expect(one && texts(one)).toMatchObject({ EUR: '0.8626', ARS: '1450.5' })
    expect(readJsonFile(JSON.stringify([table, { ...table, date: '2026-11-14' }]))).toHaveLength(2)
  })

  it.each([
    ['is not JSON', '<html>'],
    ['has another shape', '{"rates":{"EUR":1}}'],
    ['has a text for a rate', JSON.stringify({ ...table, rates: { EUR: '0.8626' } })],
    ['has a zero rate', JSON.stringify({ ...table, rates: { EUR: 0.8626, ARS: 0 } })],
    ['has a negative rate', JSON.stringify({ ...table, rates: { EUR: 0.8626, ARS: -3 } })],
    ['has an absurd rate', JSON.stringify({ ...table, rates: { EUR: 0.8626, ARS: 1e-9 } })],
    ['lacks the euro', JSON.stringify({ ...table, rates: { ARS: 1450.5 } })],
    ['gives its base another value than 1', JSON.stringify({ ...table, rates: { EUR: 0.8626, USD: 2 } })],
    ['has a currency twice', '{"base":"USD","date":"2026-11-15","rates":{"EUR":0.8,"ARS":1,"ARS":2}}'],
    ['has no rates', JSON.stringify({ ...table, base: 'EUR', rates: {} })],
    ['has a day in the future', JSON.stringify({ ...table, date: '2026-11-17' })],
  ])('is refused if it %s', (_, text) => {
    expect(() => check(readJsonFile(text))).toThrow(BadRateFile)
  })
})
