/** One source of the sandbox: its wire, settings and credentials. */
export interface WireSource {
  id: string
  wire: string
  /** Settings of the wire for this source, such as tax basis, envelope and brands. */
  profile: Record<string, unknown>
  credentials: Record<string, string>
}

/**
 * The sources of the sandbox, under `/<id>/…` of the data port. The credentials are no secrets: they exist so that clients
 * send them and wires refuse others.
 */
export const SOURCES: readonly WireSource[] = [
  ohip('aurelia', '3f0a7c52-91d4-4e6b-8a17-5c2be09d41f3', { taxIncluded: false }),
  ohip('brightwater', 'b84e1d06-2c7f-4a95-9d30-e61f7a58c2b4', { taxIncluded: false }),
  openTravel('castellan', { chainCode: 'CA', envelope: 'plain', taxIncluded: false }),
  openTravel('dunmore', {
    chainCode: 'DM',
    envelope: 'soap',
    taxIncluded: true,
    batch: true,
    memberCall: true,
  }),
  ohip('evergrand', '6d29f5b1-0e83-47ca-b5f6-18a4c97d3e20', { taxIncluded: true }),
  openTravel('foxhollow', { chainCode: 'FH', envelope: 'plain', taxIncluded: false, geo: false }),
  withApiKey('glasshouse', 'liteapi'),
  ohip('harborline', 'e1753ca8-d64b-4f02-86e9-7b3d05f2a9c6', { taxIncluded: false }),
  openTravel('ivyrow', { chainCode: 'IR', envelope: 'plain', taxIncluded: false, batch: true }),
  withApiKey('juniper', 'liteapi'),
  ohip('kestrel', '94c8e2f7-5a1b-4d3e-a06c-f2d78b14e935', {
    taxIncluded: false,
    channelLogin: true,
    par: false,
  }),
  {
    id: 'lodgista',
    wire: 'booking',
    profile: {},
    credentials: { token: 'lodgista-token', affiliateId: '700001' },
  },
  {
    id: 'mapleroom',
    wire: 'xap',
    profile: { brands: ['A', 'B'] },
    credentials: { username: 'mapleroom-user', password: 'mapleroom-password', apiKey: 'mapleroom-key' },
  },
  withApiKey('nightdeal', 'liteapi'),
  {
    id: 'ostello',
    wire: 'rapid',
    profile: {},
    credentials: { apiKey: 'ostello-key', sharedSecret: 'ostello-secret' },
  },
  { id: 'pillowfare', wire: 'duffel', profile: {}, credentials: { token: 'pillowfare-token' } },
  {
    id: 'quillhouse',
    wire: 'apaleo',
    profile: {},
    credentials: { clientId: 'QUIL-SP-VACANCY', clientSecret: 'quillhouse-secret' },
  },
  { id: 'rosewater', wire: 'mews', profile: {}, credentials: { client: 'Vacancy 1.0.0' } },
  {
    id: 'saltmarsh',
    wire: 'cloudbeds',
    profile: { taxIncluded: false },
    credentials: { apiKey: 'cbat_saltmarsh' },
  },
  withApiKey('google', 'places'),
  withApiKey('google_hotels', 'serp'),
  { id: 'fx', wire: 'fx', profile: { file: 'bank' }, credentials: {} },
  { id: 'fx_extra', wire: 'fx', profile: { file: 'extra' }, credentials: {} },
]

/** The vendor's application keys are random UUIDs in lower case. */
function ohip(id: string, appKey: string, profile: Record<string, unknown>): WireSource {
  return {
    id,
    wire: 'ohip',
    profile,
    credentials: {
      clientId: `${id}-client`,
      clientSecret: `${id}-secret`,
      appKey,
      channelCode: `${id.toUpperCase()}-CHANNEL`,
    },
  }
}

/** OpenTravel's schema allows a message password sixteen characters. */
function openTravel(id: string, profile: Record<string, unknown>): WireSource {
  return {
    id,
    wire: 'opentravel',
    profile,
    credentials: { requestorId: `${id}-requestor`, password: `${id}-pass` },
  }
}

function withApiKey(id: string, wire: string): WireSource {
  return { id, wire, profile: {}, credentials: { apiKey: `${id}-key` } }
}
