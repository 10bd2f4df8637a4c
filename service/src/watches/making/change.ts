import type { Static } from 'typebox'
import { type Client, inTransaction } from '../../db/pool.ts'
import { nightsBetween } from '../../kernel/dates.ts'
import { type ApiError, invalid } from '../../kernel/errors.ts'
import { toDecimal } from '../../kernel/money.ts'
import { readSource } from '../../rates/request.ts'
import { resumeHook } from '../../webhooks/hooks.ts'
import type { ConditionTerms } from '../conditions/registry.ts'
import { leavePlaces, lockRefresh, reschedule } from '../refreshing/refreshes.ts'
import { beginRounds } from '../refreshing/rounds.ts'
import type { watchChange } from '../schemas.ts'
import { beginAnew, changeWatch, findWatch, lockWatch, takeUp } from '../store.ts'
import type { Watch } from '../watch.ts'
import { hotelNos, joinChannel, type WatchDeps } from './create.ts'
import { changeReceiversTo } from './receivers.ts'
import { readConditionTerms, refuseOthers, type TermsBody } from './request.ts'

export type ChangeBody = Static<ReturnType<typeof watchChange>>

/** Another account's watch gets the same answer as one that does not exist. */
export function unknownWatch(id: string): ApiError {
  return invalid(`There is no watch ${id.slice(0, 64)}.`)
}

/** The changed watch, and the secret of its address if that is new. */
export interface Changed {
  watch: Watch
  secret: string | undefined
}

/** Applies all of the change or nothing. */
export async function changeTo(
  deps: WatchDeps,
  account: number,
  id: string,
  body: ChangeBody,
): Promise<Changed> {
  const known = await findWatch(deps.pool, account, id)
  if (!known) throw unknownWatch(id)
  if (body.webhook_url !== undefined) deps.checkAddress(body.webhook_url)
  const terms = await changedTerms(deps, known, body)
  const source = readSource(deps.catalog, known.source)
  const { channel } = await hotelNos(deps, { ...known, source }, terms)
  const changed = await inTransaction(deps.pool, async (client) => {
    const { underWay } = await lockRefresh(client, known.refresh)
    const watch = await lockWatch(client, account, id)
    if (!watch) throw unknownWatch(id)
    // Another request changed it since it was read: start over.
    if (JSON.stringify(watch.terms) !== JSON.stringify(known.terms)) return null
    if (watch.status === 'expired') throw invalid(`The watch ${id} has expired: its nights are past.`)
    await changeTerms(deps, client, watch, terms, channel)
    if (body.refresh_sec !== undefined) await changeWatch(client, watch.no, { refreshSec: body.refresh_sec })
    const secret = await changeReceiversTo(client, deps.vault, watch, body)
    if (body.status !== undefined) await changeStatus(client, watch, body.status)
    if (body.status !== undefined || body.refresh_sec !== undefined) {
      const due = await reschedule(client, watch.refresh)
      if (due && !underWay) await beginRounds(client, deps.catalog, [watch.refresh])
    }
    const after = await findWatch(client, account, id)
    if (!after) throw unknownWatch(id)
    return { watch: after, secret }
  })
  return changed ?? changeTo(deps, account, id, body)
}

async function changeStatus(client: Client, watch: Watch, status: 'active' | 'paused'): Promise<void> {
  if (status === 'paused') return changeWatch(client, watch.no, { status })
  if (watch.status === 'active') return undefined
  await takeUp(client, [watch.no])
  return watch.hook === null ? undefined : resumeHook(client, watch.hook)
}

/** The watch's terms, with the changed fields replaced and validated as for a new watch. */
async function changedTerms(deps: WatchDeps, watch: Watch, body: TermsBody): Promise<ConditionTerms> {
  const { terms } = watch
  refuseOthers(terms.condition, body)
  const told = body[terms.condition as keyof TermsBody]
  if (told === undefined || terms.condition === 'booking') return terms
  const window = {
    ...watch,
    source: readSource(deps.catalog, watch.source),
    nights: nightsBetween(watch.first, watch.last),
  }
  return readConditionTerms(deps.catalog, terms.condition, merged(watch, body), window, deps.channelIds)
}

function merged({ terms, kind, currency }: Watch, body: TermsBody): TermsBody {
  switch (terms.condition) {
    case 'rebook': {
      const paid = kind === 'award' ? terms.paid : toDecimal(terms.paid, currency)
      const { basis, minSaving } = terms
      return { rebook: { paid, basis, min_saving_pct: minSaving / 100, ...body.rebook } }
    }
    case 'undercut': {
      const { channel, hotelCode, minPct, basis, likeForLike = false } = terms
      const sameChannel = (body.undercut?.channel ?? channel) === channel
      const before = {
        channel,
        ...(sameChannel && { hotel_code: hotelCode }),
        min_pct: minPct / 100,
        basis,
        like_for_like: likeForLike,
      }
      return { undercut: { ...before, ...body.undercut } }
    }
    case 'price_lte': {
      const { amount, basis } = terms
      return { price_lte: { amount: toDecimal(amount, currency), basis, ...body.price_lte } }
    }
    case 'points_lte':
    case 'available':
    case 'any':
    case 'booking':
      return body
  }
}

async function changeTerms(
  deps: WatchDeps,
  client: Client,
  watch: Watch,
  terms: ConditionTerms,
  channelHotel: number | null,
): Promise<void> {
  if (JSON.stringify(terms) === JSON.stringify(watch.terms)) return
  const otherChannel = channelOf(terms) !== channelOf(watch.terms)
  if (otherChannel) {
    const channelPlace = await joinChannel(deps, client, watch, terms, channelHotel)
    if (watch.channelPlace !== null) await leavePlaces(client, [watch.channelPlace])
    await changeWatch(client, watch.no, { terms, channelPlace })
  } else {
    await changeWatch(client, watch.no, { terms })
  }
  await beginAnew(client, watch.no, otherChannel)
}

function channelOf(terms: ConditionTerms): string | null {
  return terms.condition === 'undercut' ? `${terms.channel}/${terms.hotelCode}` : null
}
