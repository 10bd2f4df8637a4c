import type { Family } from '../../source.ts'
import { lowest } from './batch.ts'
import { createContent } from './content.ts'
import { near } from './near.ts'
import { readBinding } from './profile.ts'
import { shop } from './shop.ts'

/** OpenTravel 2017B availability and search messages over HTTP, plain or in a SOAP 1.1 envelope. */
export const opentravel: Family = {
  name: 'opentravel',
  credentials: ['requestorId', 'password'],
  batchSize: 20,
  // A calendar would be one availability message per night, which the service does better itself.
  calendarDays: null,
  requestsPer: ({ profile }) => ({ members: profile['memberCall'] === true ? 1 : 0 }),
  mostRooms: null,
  pointOfSale: ['country'],
  bind(settings) {
    const binding = readBinding(settings)
    return {
      shop: (query, call) => shop(binding, query, call),
      ...(binding.profile.batch ? { lowest: (query, call) => lowest(binding, query, call) } : {}),
      ...(binding.profile.geo ? { near: (query, call) => near(binding, query, call) } : {}),
      content: createContent(binding),
    }
  },
}
