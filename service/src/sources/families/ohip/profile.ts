import type { FamilySettings } from '../../source.ts'
import { readOptions } from '../options.ts'

/** What an operator says of one OHIP source beside its address and credentials. */
export interface Profile {
  /** Whether the chain usually quotes its rates with the taxes in them; an amount that states its own basis goes by that. */
  taxIncluded: boolean
  /** Whether PAR answers behind the same gateway: points, and the restrictions of a date range. */
  par: boolean
  /** Member rates are asked only on demand, because they take a further call that somebody pays for. */
  memberCall: boolean
  /** The access code under which the chain lets the channel see its member rate plans. */
  memberAccessCode: string
  /** Public rate plans by which a property's restrictions can be learned: Shop states them only per named plan. */
  ratePlanCodes: string[]
  /** Content requests a second while the list of hotels is learned. */
  contentPerSecond: number
  /**
   * Whether the token comes from Distribution's own login, with the channel's user name and password as client id and
   * secret. It opens Shop and Content; PAR takes only the tokens of the integration platform.
   */
  channelLogin: boolean
  scope: string
  /** Environments on OPERA Cloud Identity Management want it on the token call. */
  enterpriseId: string | null
}

const MOST_RATE_PLANS = 15
/** What one OPERA Cloud environment is promised; requests beyond it are held back for a second, or refused. */
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
