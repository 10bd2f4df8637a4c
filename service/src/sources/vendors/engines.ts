import { secretField, type Vendor } from './vendor.ts'

/** Engines: they know hotels of everybody. Each has one place in the service, so its id is fixed. */
export const ENGINES: readonly Vendor[] = [
  {
    id: 'serpapi',
    access: 'open',
    name: 'Google Hotels, by SerpApi',
    brings: 'Prices of agencies and of the hotel’s own site, for any hotel that Google Hotels shows',
    cost: '250 searches a month are free; 1,000 cost 25 USD, 5,000 cost 75 USD. A shop is one search.',
    key: { url: 'https://serpapi.com', how: 'Sign up. The key is on the page “Your account”.' },
    refusedKey: 'Copy the private API key from the page of your account at SerpApi.',
    sourceId: 'google_hotels',
    isIdFixed: true,
    addresses: [{ label: 'Live', url: 'https://serpapi.com' }],
    fields: [
      secretField('apiKey', 'API key', 'The private key of your account.'),
      {
        name: 'gl',
        label: 'Country of searches',
        help: 'Offers differ by country.',
        secret: false,
        pattern: '[a-z]{2}',
        form: 'a country of two small letters, such as us',
        default: 'us',
        to: 'option',
      },
    ],
    entry: { kind: 'search', family: 'serp', rates: true },
  },
  {
    id: 'google_places',
    access: 'open',
    name: 'Google Places',
    brings: 'Places by name, in all languages; without it, a bundled list of towns is used',
    cost: 'Google charges per search, after a number of free ones each month.',
    key: {
      url: 'https://console.cloud.google.com/google/maps-apis',
      how: 'Create a project with billing, allow Places API (New), and create an API key.',
    },
    refusedKey: 'The key must be allowed to use Places API (New), and its project needs billing.',
    sourceId: 'google',
    isIdFixed: true,
    addresses: [{ label: 'Live', url: 'https://places.googleapis.com' }],
    fields: [secretField('apiKey', 'API key', 'Starts with AIza.')],
    entry: { kind: 'search', family: 'places' },
  },
]
