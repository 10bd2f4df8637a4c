import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { type Client, inTransaction } from '../db/pool.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { toDecimal } from '../kernel/money.ts'
import type { BookingTerms } from '../watches/conditions/booking.ts'
import { changeReceiversTo } from '../watches/making/receivers.ts'
import { lockRefresh, reschedule } from '../watches/refreshing/refreshes.ts'
import { beginRounds } from '../watches/refreshing/rounds.ts'
import { beginAnew, changeWatch, lockWatch, takeUp } from '../watches/store.ts'
import { type Booking, statusOf } from './booking.ts'
import type { BookingDeps } from './create.ts'
import { kindOf, readBookingTerms } from './request.ts'
import type { bookingChange } from './schemas.ts'
import { changeBooked, findBooking } from './store.ts'

export type BookingChangeBody = Static<ReturnType<typeof bookingChange>>

/** Another account's booking gets the same answer as one that does not exist. */
export function unknownBooking(id: string): ApiError {
  return invalid(`There is no booking ${id.slice(0, 64)}.`)
}

/** Applies all of the change or nothing. */
export async function changeBooking(
  deps: BookingDeps,
  account: number,
  id: string,
  body: BookingChangeBody,
): Promise<Booking> {
  const known = await findBooking(deps.pool, account, id)
  if (!known) throw unknownBooking(id)
  return inTransaction(deps.pool, async (client) => {
    const { underWay } = await lockRefresh(client, known.watch.refresh)
    await lockWatch(client, account, id)
    const booking = await findBooking(client, account, id)
    if (!booking) throw unknownBooking(id)
    const { watch } = booking
    if (watch.status === 'expired') throw invalid(`The stay of ${id} is past, so it cannot be changed.`)
    const terms = changedTerms(booking, body, deps.now())
    await applyTerms(client, booking, terms)
    const closed = body.status === undefined ? undefined : body.status === 'closed'
    await changeBooked(client, watch.no, {
      ...(body.reference !== undefined && { reference: body.reference }),
      ...(closed !== undefined && { closed }),
    })
    if (body.refresh_sec !== undefined) await changeWatch(client, watch.no, { refreshSec: body.refresh_sec })
    if (body.endpoints !== undefined)
      await changeReceiversTo(client, deps.vault, watch, { endpoints: body.endpoints })
    const isClosed = closed ?? booking.closedAt !== null
    const isOver = isClosed || terms.cancelByMs <= booking.nowMs
    if (isOver && watch.status !== 'paused') await changeWatch(client, watch.no, { status: 'paused' })
    const isAsked = closed === false && watch.status !== 'active'
    if (!isOver && (watch.status === 'paused' || isAsked)) await takeUp(client, [watch.no])
    if (body.status !== undefined || body.cancel_by !== undefined || body.refresh_sec !== undefined) {
      const due = await reschedule(client, watch.refresh)
      if (due && !underWay) await beginRounds(client, deps.catalog, [watch.refresh])
    }
    const after = await findBooking(client, account, id)
    if (!after) throw unknownBooking(id)
    return after
  })
}

/** Validated as for a new booking. A deadline that stays the same may be past. */
function changedTerms(booking: Booking, body: BookingChangeBody, nowMs: number): BookingTerms {
  const { watch } = booking
  const { terms, currency } = watch
  const basis = body.paid?.basis ?? terms.basis
  if (kindOf(basis) !== kindOf(terms.basis)) {
    throw invalid('`paid.basis` cannot change between money and points. Make a new booking instead.')
  }
  const before = terms.basis === 'points' ? terms.paid : toDecimal(terms.paid, currency)
  const isLater = body.cancel_by !== undefined
  if (
    !isLater &&
    body.status === 'watching' &&
    statusOf({ ...booking, closedAt: null }) === 'past_deadline'
  ) {
    throw invalid('`cancel_by` of this booking is past. Set a later one to watch it again.')
  }
  return readBookingTerms(
    {
      room_name: body.room_name ?? terms.room,
      refundable: body.refundable ?? terms.refundable,
      meal_plan: body.meal_plan ?? terms.meal,
      paid: { amount: body.paid?.amount ?? before, basis },
      cancel_by: body.cancel_by ?? new Date(terms.cancelByMs).toISOString(),
      min_saving_pct: body.min_saving_pct ?? terms.minSaving / 100,
    },
    watch,
    isLater ? nowMs : 0,
  )
}

/** After a change of anything but the deadline, the next look counts as the first. */
async function applyTerms(client: Client, { watch }: Booking, terms: BookingTerms): Promise<void> {
  const { cancelByMs, minSaving, ...booked } = terms
  const { cancelByMs: deadline, minSaving: least, ...before } = watch.terms
  const isOther = !isDeepStrictEqual(booked, before)
  if (!isOther && cancelByMs === deadline && minSaving === least) return
  await changeWatch(client, watch.no, { terms })
  await changeBooked(client, watch.no, { cancelByMs, forgetBest: isOther })
  if (isOther || minSaving !== least) await beginAnew(client, watch.no, false)
}
