import type { WireSource } from './wires/wire.ts'

/**
 * Who can be asked in the sandbox, under `/<id>/…` of the data port. The credentials are no secrets: they exist so that
 * clients send them and wires refuse others.
 */
export const SOURCES: readonly WireSource[] = [
  ohip('aurelia', { taxIncluded: false }),
  ohip('brightwater', { taxIncluded: false }),
  openTravel('castellan', { envelope: 'plain', taxIncluded: false }),
  openTravel('dunmore', { envelope: 'soap', taxIncluded: true, batch: true, memberCall: true }),
  ohip('evergrand', { taxIncluded: true }),
  openTravel('foxhollow', { envelope: 'plain', taxIncluded: false, geo: false }),
  withApiKey('glasshouse', 'liteapi'),
  ohip('harborline', { taxIncluded: false }),
  openTravel('ivyrow', { envelope: 'plain', taxIncluded: false, batch: true }),
  withApiKey('juniper', 'liteapi'),
  ohip('kestrel', { taxIncluded: false, par: false }),
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
  withApiKey('google', 'places'),
  withApiKey('google_hotels', 'serp'),
]

function ohip(id: string, profile: Record<string, unknown>): WireSource {
  return {
    id,
    wire: 'ohip',
    profile,
    credentials: {
      clientId: `${id}-client`,
      clientSecret: `${id}-secret`,
      appKey: `${id}-app-key`,
      channelCode: `${id.toUpperCase()}-CHANNEL`,
    },
  }
}

function openTravel(id: string, profile: Record<string, unknown>): WireSource {
  return {
    id,
    wire: 'opentravel',
    profile,
    credentials: { requestorId: `${id}-requestor`, password: `${id}-password` },
  }
}

function withApiKey(id: string, wire: string): WireSource {
  return { id, wire, profile: {}, credentials: { apiKey: `${id}-key` } }
}
