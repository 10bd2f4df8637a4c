import { expect, test } from 'vitest'
import { cachedPrice, PRICE_OF } from '../../service/src/billing/prices.ts'
import { CACHED_SHARE } from '../src/paid/cached-share.ts'

test('the page reckons with the share that is charged', () => {
  const live = PRICE_OF.placeLookup()
  expect(CACHED_SHARE).toBe(cachedPrice(live) / live)
})
