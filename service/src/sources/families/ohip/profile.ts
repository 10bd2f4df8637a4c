import type { FamilySettings } from '../../source.ts'
import { readOptions } from '../options.ts'

/** The settings of one OHIP source besides its address and credentials. */
export interface Profile {
  /** Whether the chain usually quotes with taxes; an amount that states its own basis takes precedence. */
  taxIncluded: boolean
  /** Whether PAR is available at the same gateway: points, and restrictions of a date range. */
  par: boolean
  /** Member rates only on demand, because they need another call that costs money. */
  memberCall: boolean
  /** The access code under which the chain lets the channel see its member rate plans. */
  memberAccessCode: string
  /** Public rate plans for reading restrictions: Shop states them only per named plan. */
  ratePlanCodes: string[]
  /** Content requests per second while the hotel list is read. */
  contentPerSecond: number
  /**
   * Whether the token comes from Distribution's own login, with the channel's user name and password as client id and secret.
   * That token works for Shop and Content; PAR accepts only tokens of the integration platform.
   */
  channelLogin: boolean
  scope: string
  /** Required on the token call by environments on OPERA Cloud Identity Management. */
  enterpriseId: string | null
}

const MOST_RATE_PLANS = 15
/** The guaranteed rate of one OPERA Cloud environment; requests beyond it are delayed for a second, or refused. */
const PUBLISHED_LIMIT_PER_SECOND = 50

const KNOWN: readonly (keyof Profile)[] = [
  'taxIncluded',
  'par',
  'memberCall',
  'memberAccessCode',
  'ratePlanCodes',
  'contentPerSecond',
  'channelLogin',
  'scope',
  'enterpriseId',
]
const ANY_TEXT = /./

export function readProfile({ profile }: FamilySettings): Profile {
  const options = readOptions(profile, KNOWN)
  const par = options.flag('par', true)
  const channelLogin = options.flag('channelLogin', false)
  if (par && channelLogin) throw new Error('channelLogin opens no PAR; set par to false')
  return {
    taxIncluded: options.flag('taxIncluded'),
    par,
    channelLogin,
    memberCall: options.flag('memberCall', false),
    memberAccessCode: options.text('memberAccessCode', 'MEMBER', ANY_TEXT, 'an access code'),
    ratePlanCodes: options.texts('ratePlanCodes', ['FLEX'], MOST_RATE_PLANS),
    contentPerSecond: options.number('contentPerSecond', PUBLISHED_LIMIT_PER_SECOND, 1, 10_000),
    scope: options.text('scope', 'urn:opc:hgbu:ws:__myscopes__', ANY_TEXT, 'a scope'),
    enterpriseId: options.text('enterpriseId', null, ANY_TEXT, 'an enterprise id'),
  }
}
