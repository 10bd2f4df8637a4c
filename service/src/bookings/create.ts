import type { KeyHolder } from '../accounts/key-ring.ts'
import { type Client, inTransaction } from '../db/pool.ts'
import { requireEndpoints } from '../endpoints/store.ts'
import { invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { enterWatch, hotelNos, type WatchDeps } from '../watches/making/create.ts'
import { requireQuoted, watchCurrency } from '../watches/making/currency.ts'
import { countOpen } from '../watches/store.ts'
import type { Booking } from './booking.ts'
import { type BookingBody, readBookedWindow, readBookingTerms } from './request.ts'
import { findBooking, insertBooking } from './store.ts'

export type BookingDeps = Omit<WatchDeps, 'checkAddress' | 'channelIds'>

/** Creates the booking, its watch and its first refresh in one transaction. */
export async function createBooking<Told>(
  deps: BookingDeps,
  { account, key }: KeyHolder,
  body: BookingBody,
  requestId: string,
  tell: (client: Client, booking: Booking) => Promise<Told>,
): Promise<Told> {
  const nowMs = deps.now()
  const window = await readBookedWindow(deps.catalog, body, nowMs, (hotel, asked) =>
    watchCurrency(deps, hotel, asked),
  )
  const { min_saving_pct: minSaving = LIMITS.bookingMinSavingPct } = body
  const terms = readBookingTerms({ ...body, min_saving_pct: minSaving }, window, nowMs)
  await requireQuoted(deps, window, { ...window, terms }, 'paid.currency')
  await deps.knownHotels.require(window.source.id, [window.hotelCode], String(account.no))
  const hotels = await hotelNos(deps, window, terms)
  return inTransaction(deps.pool, async (client) => {
    const endpoints = await requireEndpoints(client, account.no, body.endpoints)
    const id = newId('bkg')
    await enterWatch(deps, client, {
      id,
      account: account.no,
      key: key.no,
      requestId,
      window,
      hotels,
      receivers: { hook: null, endpoints },
      terms,
      refreshSec: body.refresh_sec ?? LIMITS.bookingRefreshSecDefault,
    })
    await insertBooking(client, id, {
      reference: body.reference ?? null,
      cancelByMs: terms.cancelByMs,
    })
    if ((await countOpen(client, account.no, true)) > LIMITS.bookings) {
      throw invalid(
        `An account can have at most ${LIMITS.bookings} bookings whose stay is ahead. Delete one first.`,
      )
    }
    const booking = await findBooking(client, account.no, id)
    if (!booking) throw new Error('a new booking was not found')
    return tell(client, booking)
  })
}
