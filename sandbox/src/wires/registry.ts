import { createApaleoWire } from './apaleo/wire.ts'
import { createBookingWire } from './booking/wire.ts'
import { createCloudbedsWire } from './cloudbeds/wire.ts'
import { createDuffelWire } from './duffel/wire.ts'
import { createFxWire } from './fx/wire.ts'
import { createLiteapiWire } from './liteapi/wire.ts'
import { createMewsWire } from './mews/wire.ts'
import { createOhipWire } from './ohip/wire.ts'
import { createOpenTravelWire } from './opentravel/wire.ts'
import { createPlacesWire } from './places/wire.ts'
import { createRapidWire } from './rapid/wire.ts'
import { createSerpWire } from './serp/wire.ts'
import type { WireFactory } from './wire.ts'
import { createXapWire } from './xap/wire.ts'

/** Which code speaks for which wire family. A source whose family is missing here answers 501. */
export const WIRES: Readonly<Partial<Record<string, WireFactory>>> = {
  apaleo: createApaleoWire,
  booking: createBookingWire,
  cloudbeds: createCloudbedsWire,
  duffel: createDuffelWire,
  fx: createFxWire,
  liteapi: createLiteapiWire,
  mews: createMewsWire,
  ohip: createOhipWire,
  opentravel: createOpenTravelWire,
  places: createPlacesWire,
  rapid: createRapidWire,
  serp: createSerpWire,
  xap: createXapWire,
}
