import { get } from './client.ts'
import { until } from './until.ts'

/** Waits for the day's reference rates, which a worker loads after it has started. */
export async function referenceRatesArrive(url: string, key: string): Promise<void> {
  await until(async () => {
    const { rates } = (await get(url, '/v1/fx', key)).body as { rates: object }
    return Object.keys(rates).length > 100
  })
}
