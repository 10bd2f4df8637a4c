import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { isSiteName, SITES, type Site } from './sites.ts'

/** A partner of the search engine: which source its links belong to, and where a link has the hotel's id. */
export interface Partner extends Site {
  source: string
  /** A prefix for the id, if our code needs more than the link has (a brand, for example). */
  idPrefix: string
}

export interface SerpProfile {
  partners: Partner[]
  /** The engine's country and language of search. */
  gl: string
  hl: string
}

const OPTIONS = ['partners', 'gl', 'hl']

const checkProfile = shapeOf(
  Type.Object(
    {
      partners: Type.Optional(
        Type.Array(
          Type.Object(
            {
              source: Type.String({ minLength: 1 }),
              site: Type.Optional(Type.String({ minLength: 1 })),
              host: Type.Optional(Type.String({ minLength: 1 })),
              idPattern: Type.Optional(Type.String({ minLength: 1 })),
              idPrefix: Type.Optional(Type.String()),
              name: Type.Optional(Type.String({ minLength: 1 })),
            },
            { additionalProperties: false },
          ),
        ),
      ),
      gl: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
      hl: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' })),
    },
    { additionalProperties: false },
  ),
)

export function readProfile(sourceId: string, profile: Readonly<Record<string, unknown>>): SerpProfile {
  const stranger = Object.keys(profile).find((name) => !OPTIONS.includes(name))
  if (stranger !== undefined) {
    throw new Error(`${sourceId}: has no option "${stranger}"; it knows ${OPTIONS.join(', ')}`)
  }
  if (!checkProfile.Check(profile)) {
    const [error] = checkProfile.Errors(profile)
    throw new Error(`${sourceId}: profile${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`)
  }
  return {
    partners: (profile.partners ?? []).map((entry) => partnerOf(sourceId, entry)),
    gl: profile.gl ?? 'us',
    hl: profile.hl ?? 'en',
  }
}

interface PartnerEntry {
  source: string
  site?: string
  host?: string
  idPattern?: string
  idPrefix?: string
  /** How the engine names it as a seller, if not by its site. */
  name?: string
}

function partnerOf(sourceId: string, entry: PartnerEntry): Partner {
  const site = siteOf(sourceId, entry)
  const names = [...site.names, ...(entry.name === undefined ? [] : [entry.name.toLowerCase()])]
  return { source: entry.source, ...site, names, idPrefix: entry.idPrefix ?? '' }
}

function siteOf(sourceId: string, { source, site, host, idPattern }: PartnerEntry): Site {
  if (site !== undefined && host === undefined && idPattern === undefined) {
    if (isSiteName(site)) return SITES[site]
    throw new Error(`${sourceId}: the site of ${source} must be one of ${Object.keys(SITES).join(', ')}`)
  }
  if (site !== undefined || host === undefined || idPattern === undefined) {
    throw new Error(`${sourceId}: the partner ${source} needs either a site, or a host and an idPattern`)
  }
  return {
    host: new RegExp(`(?:^|\\.)${RegExp.escape(host.toLowerCase())}$`),
    names: [],
    idPatterns: [patternOf(sourceId, source, idPattern)],
  }
}

function patternOf(sourceId: string, partner: string, text: string): RegExp {
  const pattern = compiled(text)
  // Matching an empty text against `pattern|` shows the number of groups.
  const groups = pattern && new RegExp(`${text}|`).exec('')?.length
  if (!pattern || groups === undefined || groups === null || groups < 2) {
    throw new Error(`${sourceId}: the idPattern of ${partner} must be a pattern with a group for the id`)
  }
  return pattern
}

function compiled(text: string): RegExp | null {
  try {
    return new RegExp(text)
  } catch {
    return null
  }
}
