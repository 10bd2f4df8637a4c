import type { SearchEngine } from '../catalog/catalog.ts'
import type { SearchGateway } from '../search-gateway.ts'
import { type Attempts, attempt, type Outcome, Unclear } from './attempt.ts'
import { reportOf, type SourceReport, untried } from './report.ts'

/** Known to every search engine. */
const PLACE = 'London'
const HOTEL = { name: 'The Savoy', city: 'London', country: 'GB' }

/** One search per kind. A second engine of a kind is never used, so it has no outcome. */
export async function checkEngine(
  engine: SearchEngine,
  search: SearchGateway,
  attempts: Attempts,
): Promise<SourceReport> {
  if (engine.unconfigured !== null) return untried(engine, engine.unconfigured)
  const { places, entities } = search
  const outcomes: Outcome[] = []
  let hotelCode: string | null = null
  if (places?.id === engine.id) {
    outcomes.push(
      await attempt(attempts, 'places', async () => {
        const { answer } = await places.ask('places', [PLACE], (finder, call) =>
          finder.findPlaces(PLACE, call),
        )
        return answer.length === 0
          ? new Unclear(`answers, but found no place named ${PLACE}`)
          : `${answer.length} places named ${PLACE}`
      }),
    )
  }
  if (entities?.id === engine.id) {
    outcomes.push(
      await attempt(attempts, 'entities', async () => {
        const { answer } = await entities.ask('entities', [HOTEL.name], (finder, call) =>
          finder.findHotel(HOTEL, call),
        )
        if (answer.found === 'one') hotelCode = answer.entity.id
        return `a search for ${HOTEL.name} found ${answer.found}`
      }),
    )
  }
  return reportOf(engine, outcomes, { hotelCode })
}
