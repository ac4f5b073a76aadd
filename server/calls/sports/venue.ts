import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Failure, type Result, success, successOf } from '#protocol/result.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { stateOf } from '#protocol/wallet/order-states.ts'
import { dayOfDate, timeOfSiteDay } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import type { Handlers } from '../../http/context.ts'
import { VENUES } from '../../site/content.ts'
import { venueRecords, venueTotals } from '../../venues/records.ts'
import type { RemoteVenues } from '../../venues/remote-venue.ts'
import type { Entrance, GameVenue, Player } from '../../venues/venue.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import type { Wallet } from '../../wallet/wallet.ts'

type VenueCalls = Pick<
  Handlers,
  'venue.list' | 'game.launch' | 'game.maintain' | 'gameRecord.list' | 'gameRecord.summary' | 'gameRecord.detail'
>

export interface VenueCallServices {
  readonly database: Database
  readonly wallet: Wallet
  readonly playLimits: Pick<Limits, 'exclusionCode' | 'explained' | 'refusal'>
  readonly venues: readonly GameVenue[]
  readonly remoteVenues: Pick<RemoteVenues, 'rows'>
}

/** The list of venues, entering them, and the records of what was played there (Annex D.3). */
export function venueCalls(services: VenueCallServices): VenueCalls {
  const { database, wallet, venues, remoteVenues } = services
  return {
    /** The same for everybody. */
    'venue.list': async ({ type }) =>
      success({ list: remoteVenues.rows().filter((venue) => type === 'all' || venue.type === type) }),

    'game.launch': async ({ venueEnName, currency, gameId }, { session, idempotencyKey, site }) => {
      const { memberId } = session
      const venue = venueOf(venues, venueEnName)
      if (!venue) return failureOf(isKnown(venueEnName) ? CODES.VENUE_MAINTAIN : CODES.NOT_FOUND)
      const first = await wallet.orders.findByKey(memberId, idempotencyKey)
      if (first) return launchedAgain(services, { venue, gameId, currency }, first)
      const stop = await stopOf(services, venue, memberId)
      if (stop) return stop
      const entrance = await entranceOf(venue, gameId, { memberId, currency })
      if (!entrance) return failureOf(CODES.VENUE_MAINTAIN)
      const entered = { venue, entrance, currency }
      const transfers = (await wallet.transferMode(memberId)) ?? (site.walletTypeDefault === 1 ? 'auto' : 'manual')
      return transfers === 'auto'
        ? transferAll(services, entered, { memberId, idempotencyKey })
        : launched(entered, memberId, false)
    },

    'game.maintain': async ({ venueEnName }) => {
      const playable = venueOf(venues, venueEnName)
      if (playable) return successOf(playable.maintenance(), false)
      const known = VENUES.find(({ enName }) => enName === venueEnName)
      if (!known) return failureOf(CODES.NOT_FOUND)
      return successOf({ status: known.status, start: null, end: known.maintainEnd }, false)
    },

    'gameRecord.list': async ({ venueEnName, currency, start, end, status, pageNum }, { session }) => {
      const span = spanOf(start, end)
      if (!span) return failureOf(CODES.PARAM_ERROR)
      const filter = { memberId: session.memberId, currency, ...span, status, pageNum }
      if (venueEnName === undefined) return successOf(await venueRecords(database, null, filter), false)
      const venue = venueOf(venues, venueEnName)
      return successOf(venue ? await venue.records(filter) : { list: [], total: 0, pageNum, pageSize: 20 }, false)
    },

    'gameRecord.summary': async ({ venueEnName, currency, start, end }, { session }) => {
      const span = spanOf(start, end)
      if (!span) return failureOf(CODES.PARAM_ERROR)
      const filter = { memberId: session.memberId, currency, ...span }
      if (venueEnName === undefined) return successOf(await venueTotals(database, null, filter), false)
      const venue = venueOf(venues, venueEnName)
      return successOf(venue ? await venue.totals(filter) : { count: 0, staked: 0, returned: 0, open: 0 }, false)
    },

    'gameRecord.detail': async ({ venueEnName, id }, { session }) => {
      const found = await venueOf(venues, venueEnName)?.round(session.memberId, id)
      return found ? successOf(found, false) : failureOf(CODES.NOT_FOUND)
    },
  }
}

/** The response of a launch by its transfer, for a look-up by key. */
export async function launchedUnder(
  services: Pick<VenueCallServices, 'wallet' | 'venues' | 'playLimits'>,
  memberId: string,
  idempotencyKey: string,
): Promise<DataOf<'game.launch'> | null> {
  const order = await services.wallet.orders.findByKey(memberId, idempotencyKey)
  const venue = order && venueOf(services.venues, order.channel)
  if (!order || !venue) return null
  const result = await launchedAgain(services, { venue, gameId: undefined, currency: order.currency }, order)
  return result.ok ? result.data : null
}

/**
 * The response of a launch whose transfer is stored. If the venue may not be played now, or its provider does not respond,
 * the address is that of its page on the site.
 */
async function launchedAgain(
  services: Pick<VenueCallServices, 'playLimits'>,
  { venue, gameId, currency }: Pick<Entered, 'venue' | 'currency'> & { readonly gameId: string | undefined },
  order: OrderRow,
): Promise<Result<DataOf<'game.launch'>>> {
  const { memberId } = order
  const stop = await stopOf(services, venue, memberId)
  const page: Entrance = { url: `/app/game/${venue.enName}`, mode: 'tab' }
  const entrance = stop ? page : ((await entranceOf(venue, gameId, { memberId, currency })) ?? page)
  return launched({ venue, entrance, currency }, order, true)
}

/** The refusal to enter a venue under maintenance, or of an excluded member; null if it can be entered. */
async function stopOf(
  { playLimits }: Pick<VenueCallServices, 'playLimits'>,
  venue: GameVenue,
  memberId: string,
): Promise<Failure | null> {
  const { status, end } = venue.maintenance()
  if (!isVenueOpen(status)) return failureOf(CODES.VENUE_MAINTAIN, { details: { until: end } })
  const excluded = await playLimits.exclusionCode(memberId)
  return excluded === 0 ? null : playLimits.refusal(memberId, excluded, 'transfer')
}

/** Transfers the balance of the centre to the venue. */
async function transferAll(
  { wallet, playLimits }: VenueCallServices,
  entered: Entered,
  { memberId, idempotencyKey }: { readonly memberId: string; readonly idempotencyKey: string },
): Promise<Result<DataOf<'game.launch'>>> {
  const { venue, currency } = entered
  const amount = (await wallet.balances(memberId, currency)).get('main') ?? 0
  if (amount === 0 || !wallet.channel) return launched(entered, memberId, false)
  const created = await venue.transferIn({ memberId, currency, amount, idempotencyKey })
  if (created.ok) return launched(entered, created.data.order, created.data.isReplay)
  // A limit stops the transfer, and the member plays with what is at the venue.
  if (created.code === CODES.RG_LOSS_LIMIT) return launched(entered, memberId, false)
  return playLimits.explained(created, memberId, 'transfer', { kind: 'transfer', currency, amount })
}

interface Entered {
  readonly venue: GameVenue
  readonly entrance: Entrance
  readonly currency: SettleCurrency
}

/** Null if the provider of the venue does not respond. */
async function entranceOf(venue: GameVenue, gameId: string | undefined, player: Player): Promise<Entrance | null> {
  try {
    return await venue.launch(gameId, player)
  } catch {
    return null
  }
}

/** `by`: the transfer, or the member if nothing was transferred. */
async function launched(
  { venue, entrance, currency }: Entered,
  by: OrderRow | string,
  isReplay: boolean,
): Promise<Result<DataOf<'game.launch'>>> {
  if (typeof by !== 'string' && (by.kind !== 'transferIn' || by.channel !== venue.enName || by.currency !== currency)) {
    return failureOf(CODES.IDEMPOTENCY_CONFLICT)
  }
  const memberId = typeof by === 'string' ? by : by.memberId
  const isMoved = typeof by !== 'string' && stateOf(by.kind, by.status) === 'success'
  const balance = await venue.balance(memberId, currency)
  return successOf({ ...entrance, transferred: isMoved ? by.amount : 0, balance }, isReplay)
}

const venueOf = (venues: readonly GameVenue[], name: string): GameVenue | null =>
  venues.find(({ enName }) => enName === name) ?? null

const isKnown = (name: string): boolean => VENUES.some(({ enName }) => enName === name)

/** From the start of the first day of the site to the end of the last. */
function spanOf(start: string, end: string): { readonly start: number; readonly end: number } | null {
  const [first, last] = [dayOfDate(start), dayOfDate(end)]
  return first === null || last === null ? null : { start: timeOfSiteDay(first), end: timeOfSiteDay(last + 1) }
}
