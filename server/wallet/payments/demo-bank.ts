import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { BANK_SCRIPTS, type BankScript } from '#protocol/endpoints/demo.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { isPayIn } from '#protocol/wallet/order-states.ts'
import type { Database } from '../../database/database.ts'
import { meta } from '../../database/schema/operation.ts'
import { demoPayment } from '../../database/schema/wallet.ts'
import type { VenueTransfer, VenueWallet } from '../venues/venue.ts'
import {
  type PaymentAdapter,
  type PaymentOrder,
  type PaymentState,
  type SignedWebhook,
  signWebhook,
} from './adapter.ts'

const DELAY_MS: Readonly<Record<BankScript, number>> = {
  normal: 3 * SECOND_MS,
  slow: 20 * SECOND_MS,
  late: 3 * SECOND_MS,
  reject: 3 * SECOND_MS,
  duplicate: 3 * SECOND_MS,
  silent: 6 * SECOND_MS,
}
/** No wallet accepts these addresses, so that nobody can send real money to them. */
const ADDRESSES = {
  TRC20: 'TDemoDemoDemoDemoDemoDemoDemoDemo1',
  ERC20: '0xDemoDemoDemoDemoDemoDemoDemoDemoDemoDemo',
} as const
const DUPLICATES = 3
const MEMBERS = 10_000
const WEBHOOKS_PER_TICK = 100
/** A choice is read again after this time, because another process may have changed it. */
const CHOICE_MS = SECOND_MS

/** Key of the row of `meta` with the behaviour that a member has chosen. */
const choiceKey = (memberId: string): string => `demo-bank:${memberId}`

interface DemoBankOptions {
  readonly now: () => number
  /** Key of the webhooks. */
  readonly secret: string
}

/**
 * A simulated counterparty with play money. Its books are a table of their own, and the choices of members are stored too,
 * so both survive a restart. The outcome of a payment follows from its row and the time.
 */
export class DemoBank implements PaymentAdapter, VenueWallet {
  readonly id = 'demo-bank'
  readonly #database: Pick<Database, 'db'>
  readonly #options: DemoBankOptions
  readonly #choices = new BoundedMap<string, { readonly script: BankScript; readonly until: number }>(MEMBERS)

  constructor(database: Pick<Database, 'db'>, options: DemoBankOptions) {
    this.#database = database
    this.#options = options
  }

  /** Sets the behaviour for later orders of a member. */
  async choose(memberId: string, script: BankScript): Promise<void> {
    await this.#database.db
      .insert(meta)
      .values({ key: choiceKey(memberId), value: script })
      .onConflictDoUpdate({ target: meta.key, set: { value: script } })
    this.#choices.set(memberId, { script, until: this.#options.now() + CHOICE_MS })
  }

  async scriptOf(memberId: string): Promise<BankScript> {
    const now = this.#options.now()
    const known = this.#choices.get(memberId)
    if (known && known.until > now) return known.script
    const [row] = await this.#database.db
      .select({ value: meta.value })
      .from(meta)
      .where(eq(meta.key, choiceKey(memberId)))
    const script = BANK_SCRIPTS.find((one) => one === row?.value) ?? 'normal'
    this.#choices.set(memberId, { script, until: now + CHOICE_MS })
    return script
  }

  async create(order: PaymentOrder): Promise<NonNullable<WalletOrder['pay']>> {
    await this.#open(order, 'in', null)
    const code = { qr: `demo-bank:${order.orderNo}`, reference: order.orderNo.slice(-6) }
    if (order.currency === 'CNY') {
      const account = '6200 0000 0000 0000 005'
      return { kind: 'account', bankName: '演示银行', holder: '看台演示资金', account, ...code }
    }
    const chain = order.chain === 'ERC20' ? 'ERC20' : 'TRC20'
    return { kind: 'address', bankName: chain, holder: '', account: ADDRESSES[chain], ...code }
  }

  async claim({ orderNo, memberId }: PaymentOrder): Promise<void> {
    const script = await this.scriptOf(memberId)
    await this.#announce(orderNo, this.#options.now() + DELAY_MS[script], script)
  }

  async cancel(order: PaymentOrder): Promise<void> {
    const { orderNo, memberId, kind } = order
    const now = this.#options.now()
    if (kind === 'deposit' && (await this.scriptOf(memberId)) === 'late') {
      await this.#announce(orderNo, now + DELAY_MS.late, 'late')
      return
    }
    // A payout that arrives after its cancellation finds the number in use. A deposit has nothing to prevent.
    if (!isPayIn(kind)) await this.#open(order, 'out', null)
    await this.#database.db
      .update(demoPayment)
      .set({ outcome: 'cancelled', notifyAt: null })
      .where(and(eq(demoPayment.orderNo, orderNo), or(isNull(demoPayment.dueAt), gt(demoPayment.dueAt, now))))
  }

  async giveBack({ orderNo }: PaymentOrder): Promise<void> {
    await this.#database.db
      .update(demoPayment)
      .set({ outcome: 'returned', notifyAt: null })
      .where(eq(demoPayment.orderNo, orderNo))
  }

  async payOut(order: PaymentOrder): Promise<void> {
    const script = await this.scriptOf(order.memberId)
    await this.#open(order, 'out', this.#options.now() + DELAY_MS[script])
    if (script === 'silent') throw new Error('the demo bank does not respond')
  }

  async transfer(order: VenueTransfer): Promise<PaymentState> {
    const script = await this.scriptOf(order.memberId)
    const isSlow = script === 'silent' || script === 'slow'
    await this.#open(order, 'venue', this.#options.now() + (isSlow ? DELAY_MS[script] : 0))
    if (script === 'silent') throw new Error('the demo venue does not respond')
    return this.query(order)
  }

  async query({ orderNo, kind }: Pick<PaymentOrder, 'orderNo' | 'kind'>): Promise<PaymentState> {
    const [row] = await this.#database.db.select().from(demoPayment).where(eq(demoPayment.orderNo, orderNo))
    if (!row) return 'missing'
    const isDue = row.dueAt !== null && row.dueAt <= this.#options.now()
    if (row.outcome === 'cancelled' || row.outcome === 'returned') return 'pending'
    if (isDue) return row.outcome
    return kind === 'fastWithdraw' || kind === 'speedDeposit' ? 'matched' : 'pending'
  }

  /** The webhooks that are due, each marked as sent before it is returned. A lost one is made up for by queries. */
  async takeWebhooks(): Promise<SignedWebhook[]> {
    const now = this.#options.now()
    const rows = await this.#database.db
      .select()
      .from(demoPayment)
      .where(and(isNotNull(demoPayment.notifyAt), lte(demoPayment.notifyAt, now)))
      .limit(WEBHOOKS_PER_TICK)
    const webhooks: SignedWebhook[] = []
    for (const { orderNo, outcome, script } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- few rows, of a simulation
      await this.#database.db.update(demoPayment).set({ notifyAt: null }).where(eq(demoPayment.orderNo, orderNo))
      if (outcome === 'cancelled' || outcome === 'returned') continue
      const webhook = signWebhook({ id: `${orderNo}-${outcome}`, orderNo, state: outcome }, this.#options.secret, now)
      webhooks.push(...Array.from({ length: script === 'duplicate' ? DUPLICATES : 1 }, () => webhook))
    }
    return webhooks
  }

  /** Opens the books of an order once. */
  async #open(
    { orderNo, memberId }: { readonly orderNo: string; readonly memberId: string },
    direction: 'in' | 'out' | 'venue',
    dueAt: number | null,
  ): Promise<void> {
    const script = await this.scriptOf(memberId)
    const notifyAt = script === 'silent' || direction === 'venue' ? null : dueAt
    await this.#database.db
      .insert(demoPayment)
      .values({
        orderNo,
        direction,
        script,
        outcome: script === 'reject' ? 'rejected' : 'paid',
        dueAt,
        notifyAt,
        openedAt: this.#options.now(),
      })
      .onConflictDoNothing()
  }

  /** The payment of the member will be known at `dueAt`. */
  async #announce(orderNo: string, dueAt: number, script: BankScript): Promise<void> {
    await this.#database.db
      .update(demoPayment)
      .set({ dueAt, notifyAt: script === 'silent' ? null : dueAt })
      .where(and(eq(demoPayment.orderNo, orderNo), isNull(demoPayment.dueAt)))
  }
}
