import { hkdfSync } from 'node:crypto'
import { SECOND_MS, siteDayOf } from '#protocol/time.ts'
import type { Database, DatabaseLog } from '../database/database.ts'
import { DEMO_PAY_TYPES } from './payments/channel.ts'
import type { MemberContacts } from '../members/contact.ts'
import { MemberAccounts } from './accounts/payout-accounts.ts'
import { Conversions } from './funds/conversions.ts'
import { InterestWallet } from './funds/interest-wallet.ts'
import { demoRates } from './funds/rates.ts'
import { Limits } from './limits/limits.ts'
import { DemoBank } from './payments/demo-bank.ts'
import { type Difference, reconcile } from './reconcile.ts'
import type { VenueWallet } from './venues/venue.ts'
import { Wallet } from './wallet.ts'

const TICK_MS = SECOND_MS

interface OpenWalletOptions {
  readonly database: Database
  /** Secret of the server, from which the key of the webhooks is derived. */
  readonly secret: string
  /** The simulated bank is the payment channel, and withdrawals are reviewed without an operator. */
  readonly hasDemoBank: boolean
  /** Its cipher encrypts the numbers of cards and addresses. */
  readonly contacts: Pick<MemberContacts, 'cipher'>
  /** Adds the transfers of venues outside of this server to the wallet of the bundled ones. */
  readonly withRemoteVenues?: (local: VenueWallet) => VenueWallet
  /** Differences between the ledger and the balances at venues outside of this server. */
  readonly remoteDifferences?: () => Promise<readonly Difference[]>
  /** True in the one process that runs orders. */
  readonly mayRun: () => boolean
  readonly log: DatabaseLog
  readonly now: () => number
}

/** The wallet with the demo bank in demo mode, and without a payment channel otherwise. */
export function openWallet(options: OpenWalletOptions) {
  const { database, hasDemoBank, withRemoteVenues, log, now } = options
  const secret = Buffer.from(hkdfSync('sha256', options.secret, 'grandstand', 'payment webhooks', 32)).toString('hex')
  const demoBank = hasDemoBank ? new DemoBank(database, { now, secret }) : null
  const memberAccounts = new MemberAccounts(database, { now, cipher: options.contacts.cipher })
  const rates = hasDemoBank ? demoRates(now) : null
  const conversions = new Conversions(database, { now, rates })
  const playLimits = new Limits(database, { now, rates })
  const interestWallet = new InterestWallet(database, { now })
  const channel = demoBank && {
    adapter: demoBank,
    venues: withRemoteVenues?.(demoBank) ?? demoBank,
    accounts: memberAccounts,
    payTypes: DEMO_PAY_TYPES,
  }
  const wallet = new Wallet({
    database,
    channel,
    rates,
    secret,
    reviewsAutomatically: hasDemoBank,
    log,
    now,
    limits: playLimits,
  })
  const walletJobs = new WalletJobs({ ...options, wallet, demoBank, interestWallet })
  return { wallet, demoBank, memberAccounts, conversions, interestWallet, playLimits, walletJobs }
}

interface WalletJobsOptions extends Omit<OpenWalletOptions, 'contacts'> {
  readonly wallet: Wallet
  readonly demoBank: DemoBank | null
  readonly interestWallet: InterestWallet
}

/** Runs open orders every second. Accrues interest and reconciles the ledger once per site day. */
export class WalletJobs {
  readonly #options: WalletJobsOptions
  readonly #timer: ReturnType<typeof setInterval>
  #running: Promise<void> | null = null
  #day: number
  #differences = -1

  constructor(options: WalletJobsOptions) {
    this.#options = options
    this.#day = siteDayOf(options.now())
    this.#timer = setInterval(() => {
      if (options.mayRun()) void this.tick()
    }, TICK_MS).unref()
  }

  /** Violated invariants in the last reconciliation; -1 before the first. */
  get differences(): number {
    return this.#differences
  }

  /** One round. A second call waits for the one that is running. */
  tick(): Promise<void> {
    this.#running ??= this.#round()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'orders of the wallet could not be run'))
      .finally(() => (this.#running = null))
    return this.#running
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #round(): Promise<void> {
    const { wallet, demoBank, now } = this.#options
    for (const webhook of (await demoBank?.takeWebhooks()) ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- webhooks of one order arrive in their order
      await wallet.runner?.receive(webhook)
    }
    await wallet.runner?.run()
    await this.#accrue()
    const day = siteDayOf(now())
    if (day === this.#day) return
    this.#day = day
    await wallet.runner?.forgetWebhooks()
    await this.#reconcile()
  }

  /** A failure is repeated in the next round, and does not keep the ledger from being reconciled. */
  async #accrue(): Promise<void> {
    const { interestWallet, log } = this.#options
    try {
      const positions = await interestWallet.accrue()
      if (positions > 0) log.info({ positions }, 'interest was accrued')
    } catch (error) {
      log.error({ err: error }, 'interest could not be accrued')
    }
  }

  async #reconcile(): Promise<void> {
    const { database, remoteDifferences, log } = this.#options
    const found = [...(await reconcile(database.db)), ...((await remoteDifferences?.()) ?? [])]
    this.#differences = found.length
    if (found.length > 0) log.error({ differences: found.slice(0, 20) }, 'the ledger and its orders differ')
    else log.info({}, 'the ledger and its orders agree')
  }
}
