import type { FamilySettings } from '../../source.ts'

/** What an operator says of one OHIP source beside its address and credentials. */
export interface Profile {
  /** Whether the chain quotes its rates with the taxes in them. */
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

export function readProfile(settings: FamilySettings): Profile {
  const { profile, sourceId } = settings
  const complain = (text: string) => new Error(`source ${sourceId}: ${text}`)
  const flag = (name: string, otherwise: boolean | null): boolean => {
    const value = profile[name] ?? otherwise
    if (typeof value !== 'boolean') throw complain(`profile.${name} must be true or false`)
    return value
  }
  const text = (name: string, otherwise: string): string => {
    const value = profile[name] ?? otherwise
    if (typeof value !== 'string' || value === '') throw complain(`profile.${name} must be a text`)
    return value
  }
  const ratePlanCodes = profile['ratePlanCodes'] ?? ['FLEX']
  if (!isTextList(ratePlanCodes) || ratePlanCodes.length === 0 || ratePlanCodes.length > MOST_RATE_PLANS) {
    throw complain(`profile.ratePlanCodes must list 1 to ${MOST_RATE_PLANS} rate plan codes`)
  }
  const contentPerSecond = profile['contentPerSecond'] ?? PUBLISHED_LIMIT_PER_SECOND
  if (typeof contentPerSecond !== 'number' || !(contentPerSecond >= 1 && contentPerSecond <= 10_000)) {
    throw complain('profile.contentPerSecond must be a number from 1 to 10000')
  }
  const par = flag('par', true)
  const channelLogin = flag('channelLogin', false)
  if (par && channelLogin) throw complain('profile.channelLogin opens no PAR; set profile.par to false')
  return {
    taxIncluded: flag('taxIncluded', null),
    par,
    channelLogin,
    memberCall: flag('memberCall', false),
    memberAccessCode: text('memberAccessCode', 'MEMBER'),
    ratePlanCodes,
    contentPerSecond,
    scope: text('scope', 'urn:opc:hgbu:ws:__myscopes__'),
    enterpriseId: profile['enterpriseId'] === undefined ? null : text('enterpriseId', ''),
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
}
