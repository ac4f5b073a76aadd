import type { SettleCurrency } from '#protocol/currency.ts'
import type { Venue } from '#protocol/endpoints/game.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database, DatabaseLog } from '../database/database.ts'
import { VENUES } from '../site/content.ts'
import type { Limits } from '../wallet/limits/limits.ts'
import type { VenueTransfer, VenueWallet } from '../wallet/venues/venue.ts'
import type { Created, Wallet } from '../wallet/wallet.ts'
import type { RemoteProvider } from './remote-provider.ts'
import { RemoteRounds } from './remote-rounds.ts'
import { remoteRoundRecord } from './records.ts'
import { type GameVenue, type Player, VenueAccount, type VenueMaintenance, type VenueMoney } from './venue.ts'

const POLL_MS = 5 * SECOND_MS
/** Failed polls after which a venue counts as under maintenance. */
const FAILED_POLLS_MAX = 2
const UNREACHABLE: VenueMaintenance = { status: 1, start: null, end: null }

interface RemoteVenueOptions {
  readonly database: Database
  readonly wallet: Pick<Wallet, 'balances' | 'transfer'>
  readonly limits: Pick<Limits, 'rate'>
  readonly now: () => number
  readonly log: DatabaseLog
}

/**
 * A venue whose games run at a provider. The ledger follows the rounds that the provider reports, so its balance is the
 * one at the provider.
 */
export class RemoteVenue extends VenueAccount implements GameVenue {
  readonly provider: RemoteProvider
  readonly #rounds: RemoteRounds
  readonly #log: DatabaseLog
  #maintenance: VenueMaintenance = UNREACHABLE
  #failedPolls = 0

  constructor(provider: RemoteProvider, options: RemoteVenueOptions) {
    super(provider.config.enName, options.database, options.wallet)
    this.provider = provider
    this.#log = options.log
    this.#rounds = new RemoteRounds({ ...options, provider })
  }

  /** The venue in the lists of the site. */
  row(): Venue {
    const { enName, chName, type } = this.provider.config
    const { status, end } = this.#maintenance
    return { enName, chName, channelCode: enName, type, status, isDisplay: 1, maintainEnd: end }
  }

  /** As of the last poll. */
  maintenance(): VenueMaintenance {
    return this.#maintenance
  }

  /** Asks the provider whether the venue is open. */
  async poll(): Promise<void> {
    try {
      this.#maintenance = await this.provider.call('maintenance', {})
      this.#failedPolls = 0
    } catch (error) {
      this.#failedPolls += 1
      if (this.#failedPolls !== FAILED_POLLS_MAX) return
      this.#maintenance = UNREACHABLE
      this.#log.warn({ err: error, venue: this.enName }, 'a provider does not respond; its venue is under maintenance')
    }
  }

  async launch(gameId: string | undefined, { memberId, currency }: Player) {
    const { url } = await this.provider.call('launch', { memberId, currency, gameId: gameId ?? null })
    return { url, mode: 'tab' } as const
  }

  /** Posts the rounds that have ended. A provider that does not respond leaves the ledger as it is. */
  async pull(): Promise<void> {
    try {
      await this.#rounds.pull()
    } catch (error) {
      this.#log.warn({ err: error, venue: this.enName }, 'the rounds of a provider could not be read')
    }
  }

  override async balance(memberId: string, currency: SettleCurrency): Promise<number> {
    await this.pull()
    return super.balance(memberId, currency)
  }

  override async transferOut(money: VenueMoney): Promise<Created> {
    await this.pull()
    return super.transferOut(money)
  }

  round(memberId: string, id: string) {
    return remoteRoundRecord(this.database, this.enName, { memberId, id })
  }
}

/** The remote venues of a server, and all venues that its site lists. */
export class RemoteVenues {
  readonly list: readonly RemoteVenue[]
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(list: readonly RemoteVenue[] = []) {
    this.list = list
  }

  /** Polls the providers. `mayRun`: true in the one process that posts rounds. */
  start(mayRun: () => boolean): void {
    if (this.list.length === 0) return
    const poll = () =>
      void Promise.all(this.list.flatMap((venue) => [venue.poll(), ...(mayRun() ? [venue.pull()] : [])]))
    poll()
    this.#timer = setInterval(poll, POLL_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** The bundled venues and the remote ones. */
  rows(): readonly Venue[] {
    return [...VENUES, ...this.list.map((venue) => venue.row())]
  }

  /** Posts the rounds that have ended at a venue, or at all of them, before money leaves it. */
  async pull(enName?: string): Promise<void> {
    await Promise.all(
      this.list.filter((venue) => enName === undefined || venue.enName === enName).map((one) => one.pull()),
    )
  }
}

/** The wallet of the bundled venues, with transfers of remote venues at their providers. */
export class RoutedVenueWallet implements VenueWallet {
  readonly #local: VenueWallet
  readonly #providers: ReadonlyMap<string, VenueWallet>

  constructor(local: VenueWallet, providers: readonly RemoteProvider[]) {
    this.#local = local
    this.#providers = new Map(providers.map((provider) => [provider.config.enName, provider]))
  }

  async transfer(transfer: VenueTransfer) {
    return this.#walletOf(transfer).transfer(transfer)
  }

  async query(transfer: VenueTransfer) {
    return this.#walletOf(transfer).query(transfer)
  }

  /** @throws for a venue that is not configured any more; the outcome of its transfers is unknown */
  #walletOf({ venueEnName }: VenueTransfer): VenueWallet {
    const provider = this.#providers.get(venueEnName)
    if (provider) return provider
    if (VENUES.some(({ enName }) => enName === venueEnName)) return this.#local
    throw new Error(`REMOTE_VENUES does not name the venue ${venueEnName}`)
  }
}
