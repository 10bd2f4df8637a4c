import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentityMarket, openIdentityMarket } from './identity-market.ts'

let market: IdentityMarket
beforeAll(async () => {
  market = await openIdentityMarket()
})
afterAll(() => market.stop())

test('try', async () => {
  for (const path of [
    'aurelia/UNDERCUT/ids',
    'aurelia/UNDERCUT/ids',
    'castellan/UNDERCUT/ids',
    'glasshouse/UNDERCUT/ids',
    'brightwater/SOLDOUT/ids',
    'brightwater/SOLDOUT/ids',
    'lodgista/UNDERCUT-dunmore/ids',
    'pillowfare/UNDERCUT-foxhollow/ids',
    'aurelia/UNKNOWN/ids',
    'aurelia/NEWSF/ids',
  ]) {
    const t = Date.now()
    const a = await market.ask(path)
    console.log(path, Date.now() - t, a.status, a.charged, JSON.stringify(a.body))
  }
  console.log(market.apis[0]?.log())
})
