import type { Adapter, Family, FamilySettings } from '../../source.ts'
import type { Bound } from './bound.ts'
import { calendarOf } from './calendar.ts'
import { createClient } from './client.ts'
import { createContent } from './content.ts'
import { createDirectory } from './directory.ts'
import { lowestOfBatch } from './lowest.ts'
import { readProfile } from './profile.ts'
import { createRequests } from './requests.ts'
import { shopStay } from './shop.ts'
import { createOhipTokens } from './token.ts'

const CREDENTIALS = ['clientId', 'clientSecret', 'appKey', 'channelCode'] as const

/**
 * Oracle Hospitality: cash from Distribution Shop, points and restrictions from PAR, the hotel list from Distribution Content.
 * A hotel must have the same code at all three.
 */
export const ohip: Family = {
  name: 'ohip',
  credentials: CREDENTIALS,
  batchSize: 10,
  calendarDays: 62,
  requestsPer: ({ points, profile }) => ({
    shop: points ? 2 : 1,
    // Without a call of their own, member rates are always asked for.
    lowest: profile['memberCall'] === true ? 1 : 2,
    members: profile['memberCall'] === true ? 1 : 0,
    calendar: profile['par'] === false ? 1 : 2,
  }),
  mostRooms: null,
  bind,
}

function bind(settings: FamilySettings): Adapter {
  const profile = readProfile(settings)
  const credential = (name: (typeof CREDENTIALS)[number]): string => {
    const value = settings.credentials[name]
    if (!value) throw new Error(`source ${settings.sourceId}: credential ${name} is missing`)
    return value
  }
  const appKey = credential('appKey')
  const clientSettings = { appKey, channelCode: credential('channelCode'), now: settings.now }
  const tokens = createOhipTokens({
    clientId: credential('clientId'),
    clientSecret: credential('clientSecret'),
    appKey,
    channelLogin: profile.channelLogin,
    scope: profile.scope,
    enterpriseId: profile.enterpriseId,
    now: settings.now,
  })
  const client = createClient(clientSettings, tokens)
  const contentSettings = { ...clientSettings, requestsPerSecond: profile.contentPerSecond }
  const directory = createDirectory(client, contentSettings)
  const bound: Bound = {
    client,
    profile,
    channelCode: clientSettings.channelCode,
    points: settings.points && profile.par,
    requests: createRequests(clientSettings, profile),
    terms: () => ({
      taxIncluded: profile.taxIncluded,
      memberAccessCode: profile.memberAccessCode,
      now: settings.now(),
    }),
  }
  return {
    shop: (query, call) => shopStay(bound, query, call),
    lowest: (query, call) => lowestOfBatch(bound, query, call),
    calendar: (query, call) => calendarOf(bound, query, call),
    near: (query, call) => directory.near(query, call),
    hotel: (hotelCode, call) => directory.hotel(hotelCode, call),
    content: createContent(client, contentSettings),
  }
}
