import { randomBytes } from 'node:crypto'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import type { MemberCall, MoneyCall } from '#server/http/context.ts'
import { clubCalls } from '#server/calls/account/club.ts'
import { activityCalls } from '#server/calls/site/activity.ts'
import { pointsCalls } from '#server/calls/account/points.ts'
import { depositCalls } from '#server/calls/wallet/deposit.ts'
import { operationCalls } from '#server/calls/wallet/operation.ts'
import { transferCalls } from '#server/calls/wallet/transfer.ts'
import { fundCalls } from '#server/calls/wallet/wallet-funds.ts'
import { betCalls } from '#server/calls/sports/bet.ts'
import { venueCalls } from '#server/calls/sports/venue.ts'
import { ShownBets } from '#server/sports/shown-bets.ts'
import { Sportsbook } from '#server/sports/sportsbook.ts'
import { RemoteVenues } from '#server/venues/remote-venue.ts'
import { BundledVenue } from '#server/venues/bundled-venue.ts'
import { walletCalls } from '#server/calls/wallet/wallet.ts'
import { withdrawCalls } from '#server/calls/wallet/withdraw.ts'
import { Members } from '#server/members/members.ts'
import { SecurityLog } from '#server/members/security/security-log.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { PictureDecoder } from '#server/members/uploads/picture-decoder.ts'
import { Uploads } from '#server/members/uploads/uploads.ts'
import { timewd } from '#workers/crypto/legacy.ts'
import type { Database } from '#server/database/database.ts'
import { SOLE_WRITER } from '#server/rooms/room-writer.ts'
import type { Limits } from '#server/wallet/limits/limits.ts'
import { testLog } from '../../support/logs.ts'
import { betWorld, oddsOf } from '../sports/sports-support.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { testRounds } from '../../support/rounds.ts'
import { testActivities, testRedRain, testClub } from '../../support/club.ts'
import { openFunds } from '../../support/wallet-funds.ts'
import type { walletWorld } from '../../support/wallet.ts'

const WD_KEY = randomBytes(32)

interface Caller {
  readonly memberId: string
  readonly member: MemberCall['session']['member']
  readonly now: number
}

/** The context of a call of a member on a desktop, without idempotency key. */
export function memberCall({ memberId, member, now }: Caller, wdKey: Buffer): MemberCall {
  return {
    traceId: 'trace',
    now,
    siteId: 5009,
    site: CONFIG_DEFAULTS,
    clientType: 1,
    deviceId: 'device-1',
    address: '192.0.2.1',
    session: { sessionId: 'session-1', memberId, expireAt: now + 1, member },
    idempotencyKey: null,
    wdKey,
    safety: null,
  }
}

/** Bets on the match `m1`, whose home team has the price 2.000. */
function openBets(services: { database: Database; playLimits: Limits; now: () => number }) {
  const { database, playLimits, now } = services
  const world = betWorld(['m1'], now())
  world.set({ odds: oddsOf(2_000) })
  const sportsbook = new Sportsbook({
    database,
    matches: world.matches,
    now,
    limits: playLimits,
    log: testLog(),
  })
  const shownBets = new ShownBets({ database, now, rooms: NO_ROOMS })
  return betCalls({ database, sportsbook, rooms: { writer: SOLE_WRITER }, playLimits, shownBets })
}

const NO_ROOMS = { post: () => Promise.resolve([]), room: () => null, venueNameOf: () => '' }

/** Calls of the wallet on a world with the demo bank, for members with the withdrawal password 246810. */
export function walletCallsOn(world: ReturnType<typeof walletWorld>) {
  async function signedIn(wallet = world.wallet, site: SiteConfig = CONFIG_DEFAULTS) {
    const { store, clock, bank } = world
    const { now } = clock
    const club = testClub(store, now)
    const funds = openFunds(store, now, () => ({ rate: 72_000, source: 'test', at: now() }))
    const services = {
      database: store,
      wallet,
      playLimits: world.limits,
      demoBank: bank,
      uploads: new Uploads(store, clock),
      pictures: new PictureDecoder(),
      withdrawPasswords: new WithdrawPasswords(store, { now, passwords: testPasswords() }),
      securityLog: new SecurityLog(store, { now, days: 180 }),
      conversions: funds.conversions,
      interestWallet: funds.interest,
      rounds: testRounds(store, now),
      club,
      claims: club.claims,
      activities: testActivities(store, now),
      redRain: testRedRain(store, club),
      venues: [new BundledVenue('YBTY', store, wallet)],
      remoteVenues: new RemoteVenues(),
      members: new Members(store, clock),
      now,
    }
    const memberId = await world.member()
    await services.withdrawPasswords.set(memberId, '246810')
    const member = await services.members.profile(memberId)
    if (!member) throw new Error('no member was made')
    const calls = {
      ...walletCalls(services),
      ...depositCalls(services),
      ...withdrawCalls(services),
      ...transferCalls(services),
      ...fundCalls(services),
      ...clubCalls(services),
      ...activityCalls(services),
      ...pointsCalls(services),
      ...operationCalls(services),
      ...venueCalls(services),
      ...openBets(services),
    }
    const caller = (more: Partial<MoneyCall> = {}): MoneyCall => ({
      ...memberCall({ memberId, member, now: now() }, WD_KEY),
      site,
      idempotencyKey: newKey(),
      ...more,
    })
    return { calls, caller, memberId }
  }

  /** A password as the worker encodes it (S3.1). */
  function typed(password: string): string {
    return timewd(password, world.clock.now(), WD_KEY, randomBytes(16))
  }

  function orderOf(result: Result<WalletOrder>): WalletOrder {
    if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
    return ENDPOINTS['pay.create'].data.parse(result.data)
  }

  return { signedIn, typed, orderOf }
}
