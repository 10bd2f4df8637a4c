import { CASH_ONLY, hotelField, nameField, secretField, type Vendor, type VendorField } from './vendor.ts'

const taxField: VendorField = {
  name: 'taxIncluded',
  label: 'Do prices include taxes?',
  help: 'How the chain usually states its prices.',
  secret: false,
  pattern: 'true|false',
  form: 'true or false',
  default: 'false',
  to: 'option',
  reads: 'truth',
  also: 'taxIncluded',
}

/** The own systems of chains. */
export const CHAINS: readonly Vendor[] = [
  {
    id: 'ohip',
    access: 'contract',
    name: 'Oracle Hospitality (OHIP)',
    brings: 'A chain on OPERA Cloud: prices, points, restrictions and the calendar from its own system',
    cost: 'Oracle charges for calls, by contract; calls of your own environment for tests are not charged.',
    key: {
      url: 'https://www.oracle.com/hospitality/integration-platform/',
      how: 'Register at the developer portal of the platform, create an application, and ask the chain to approve it.',
    },
    refusedKey:
      'Client, application key and channel belong to one environment: keys of the test environment are refused at the live gateway.',
    sourceId: 'ohip',
    isIdFixed: false,
    addresses: [],
    fields: [
      nameField('clientId', 'Client id', 'From the environment in the developer portal.'),
      secretField('clientSecret', 'Client secret', 'From the same environment.'),
      secretField('appKey', 'Application key', 'A UUID in lower case.'),
      nameField('channelCode', 'Channel code', 'The distribution channel that the chain opened for you.'),
      taxField,
      hotelField('A hotel code of the chain.'),
    ],
    entry: {
      kind: 'chain',
      family: 'ohip',
      weights: { shop: 1, compset: 0.2, member: 0 },
      capabilities: { ...CASH_ONLY, batch: true, calendar: true, points: true, geo: true },
      currencies: ['*'],
      localCurrency: true,
      taxIncluded: null,
    },
  },
  {
    id: 'opentravel',
    access: 'contract',
    name: 'OpenTravel (XML)',
    brings: 'A chain or a central reservation system that speaks OpenTravel 2017B',
    cost: 'By contract with the chain.',
    key: {
      url: 'https://opentravel.org',
      how: 'Ask the chain for the address of its interface, a requestor id and a password.',
    },
    refusedKey: 'Many chains have a second address for tests: the id and the password belong to one of them.',
    sourceId: 'opentravel',
    isIdFixed: false,
    addresses: [],
    fields: [
      nameField('requestorId', 'Requestor id', 'How the chain knows you.'),
      {
        ...secretField('password', 'Password', 'At most 16 characters in plain messages.'),
        pattern: '[!-~]{1,64}',
        form: '1 to 64 characters without spaces',
      },
      {
        name: 'envelope',
        label: 'Envelope',
        help: 'Whether messages are sent as they are, or in SOAP 1.1.',
        secret: false,
        pattern: 'plain|soap',
        form: 'plain or soap',
        default: 'plain',
        to: 'option',
      },
      taxField,
      hotelField('A hotel code of the chain.'),
    ],
    entry: {
      kind: 'chain',
      family: 'opentravel',
      weights: { shop: 1, compset: 1, member: 0 },
      capabilities: { ...CASH_ONLY, points: true, geo: true },
      currencies: ['*'],
      taxIncluded: null,
    },
  },
]
