import { CASH_ONLY, hotelField, nameField, secretField, type Vendor } from './vendor.ts'

const ENTRY = {
  kind: 'chain',
  weights: { shop: 1, compset: 1, member: 0 },
  capabilities: CASH_ONLY,
  currencies: ['*'],
  localCurrency: true,
} satisfies Partial<Vendor['entry']>

/** The system of a single hotel or a small group. */
export const PROPERTY_SYSTEMS: readonly Vendor[] = [
  {
    id: 'apaleo',
    access: 'open',
    name: 'Apaleo',
    brings: 'My own hotel, from Apaleo',
    cost: 'The interface is part of an Apaleo account. A developer account for tests is free.',
    key: {
      url: 'https://apaleo.dev',
      how: 'In your account, add a client with the scopes offers.read and properties.read.',
    },
    refusedKey: 'The client needs the scopes offers.read and properties.read, and belongs to one account.',
    sourceId: 'apaleo',
    isIdFixed: false,
    addresses: [{ label: 'Live and test', url: 'https://api.apaleo.com' }],
    fields: [
      nameField('clientId', 'Client id', 'Of the client that you added, such as ABCD-AC-VACANCY.'),
      secretField('clientSecret', 'Client secret', 'Shown once when the client is added.'),
      hotelField('The id of a property, such as MUC.'),
    ],
    entry: { ...ENTRY, family: 'apaleo', taxIncluded: true },
  },
  {
    id: 'mews',
    access: 'open',
    name: 'Mews',
    brings: 'My own hotel, from Mews',
    cost: 'The booking engine’s interface is part of a Mews subscription. Mews asks not to poll it all the time.',
    key: {
      url: 'https://mews-systems.gitbook.io/booking-engine-guide/',
      how: 'Ask Mews to register the name of your application. The demo environment knows “My Client 1.0.0”.',
    },
    refusedKey: 'The client “My Client 1.0.0” and the demo hotels exist at the demo address only.',
    sourceId: 'mews',
    isIdFixed: false,
    addresses: [
      { label: 'Live', url: 'https://api.mews.com' },
      { label: 'Demo', url: 'https://api.mews-demo.com' },
    ],
    fields: [
      nameField('client', 'Client', 'The name under which Mews has registered your application.'),
      {
        name: 'hotels',
        label: 'Hotels',
        help: 'As HOTEL_ID/CONFIGURATION_ID, several with commas. Mews Operations shows both ids.',
        secret: false,
        pattern: '[0-9a-f-]{36}/[0-9a-f-]{36}( ?, ?[0-9a-f-]{36}/[0-9a-f-]{36})*',
        form: 'HOTEL_ID/CONFIGURATION_ID, both UUIDs in lower case, several with commas',
        to: 'option',
        reads: 'list',
      },
      hotelField('The first part of one of these: the HOTEL_ID.'),
    ],
    entry: { ...ENTRY, family: 'mews', taxIncluded: true },
  },
  {
    id: 'cloudbeds',
    access: 'open',
    name: 'Cloudbeds',
    brings: 'My own hotel, from Cloudbeds',
    cost: 'The interface is part of a Cloudbeds subscription. A sandbox for tests is given on request.',
    key: {
      url: 'https://developers.cloudbeds.com',
      how: 'In the account of the property: Apps & Marketplace, API Credentials. Allow it to read hotels, rooms, rates, taxes and fees.',
    },
    refusedKey: 'A key belongs to one property or group, and must be allowed to read rates, taxes and fees.',
    sourceId: 'cloudbeds',
    isIdFixed: false,
    addresses: [{ label: 'Live and test', url: 'https://api.cloudbeds.com/api/v1.3' }],
    fields: [
      secretField('apiKey', 'API key', 'Starts with cbat_.'),
      {
        ...hotelField('The id of the property: a number.'),
        pattern: '[0-9]{1,20}',
        form: 'a number',
      },
    ],
    entry: { ...ENTRY, family: 'cloudbeds', taxIncluded: false },
  },
]
