import * as z from 'zod/mini'
import { RECORD_TYPES } from '../wallet/records.ts'
import { endpoint } from './endpoint.ts'
import { count, CurrencyCode, nothing, pageNum, publicId, shownText, text, withdrawPwd } from './shapes.ts'

const SettleCurrency = z.enum(['CNY', 'USDT'])
/** Minor units, at least 1. */
const amount = z.int().check(z.minimum(1))
/** `D`, `W`, `P` or `T`, the site day as yymmdd, and ten digits (Annex H). */
const orderNo = z.string().check(z.regex(/^[DWPT]\d{16}$/))
const venueEnName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/))
/** Epoch milliseconds that the database can represent: until the year 9999. */
const instant = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999))
const reason = shownText(1, 200)
const Kind = z.enum(['deposit', 'speedDeposit', 'withdraw', 'fastWithdraw', 'transferIn', 'transferOut'])

/** How the member pays. `address` is set for payments on a chain. Everything is play money. */
const Instructions = z.object({
  kind: z.enum(['account', 'qr', 'address']),
  bankName: text(64),
  holder: text(64),
  account: text(128),
  /** Text of the QR code; empty without one. */
  qr: text(256),
  /** Text that the payment has to carry. */
  reference: text(32),
  /** Price of one USDT in 1/10,000 CNY when the address was given; missing if it was not known, and without an address. */
  rate: z.optional(count),
})

/** An order as its member sees it. Possible actions follow from `kind` and `status` by `order-states.ts`. */
export const WalletOrder = z.object({
  orderNo,
  kind: Kind,
  /** Annex E.2-E.5. */
  status: text(2),
  currency: SettleCurrency,
  amount: count,
  fee: count,
  /** Id of the payment type or English name of the venue. */
  channel: text(64),
  /** Masked account that a withdrawal goes to; empty for other orders. */
  account: text(64),
  pay: z.nullable(Instructions),
  /** Ids of proof images. */
  proofs: z.array(text(64)),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Epoch milliseconds by the clock of the server; null without a limit. */
  expireAt: z.nullable(z.int()),
})
export type WalletOrder = z.infer<typeof WalletOrder>

/** A USDT deposit. The instructions are empty until the payment channel has given an address. */
const UsdtPayment = z.extend(WalletOrder, {
  chain: text(16),
  address: text(128),
  /** Text of the QR code. */
  qr: text(256),
  /** Price of one USDT in 1/10,000 CNY; null if it was not known. The credit is in USDT. */
  rate: z.nullable(count),
})
export type UsdtPayment = z.infer<typeof UsdtPayment>

/** Id of a record: the number of an order, or a posting with its currency. */
const recordId = z
  .string()
  .check(z.regex(/^(?:[DWPT]\d{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[A-Z]{3,4}(?::fee)?)$/))

/** An order, the fee of an order, or a posting without an order. A conversion has a record in each currency. */
export const DealRecord = z.object({
  id: recordId,
  type: z.enum(RECORD_TYPES),
  /** Of an order: its number and status (Annex E.2-E.5). Empty for postings; a fee has the number of its order. */
  orderNo: text(17),
  status: text(2),
  currency: CurrencyCode,
  /** Minor units, without a sign. */
  amount: count,
  /**
   * What the record has changed in the sum of the member's balances of the currency. 0 while an order is open, if it
   * ended without effect, and for movements between accounts of the member. The fee of an order is a record of its own.
   */
  change: z.int(),
  fee: count,
  /** Masked account that a withdrawal goes to; empty for other records. */
  account: text(64),
  /** Creation of an order, otherwise the time of the posting. */
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type DealRecord = z.infer<typeof DealRecord>

const oneOrder = z.strictObject({ orderNo })
const appealed = z.strictObject({ orderNo, reason })

const PayType = z.object({
  id: publicId,
  name: text(32),
  kind: z.enum(['bank', 'qr', 'speed', 'usdt']),
  min: count,
  max: count,
  /** Suggested amounts. */
  quick: z.array(count),
  /** Fee in 1/10,000 of the amount. */
  feeRate: count,
  chains: z.array(text(16)),
})

/** Deposits, withdrawals, transfers and records (Annex D.3, D.4). Amounts are minor units of the currency beside them. */
export const walletEndpoints = {
  'payType.list': endpoint({
    path: '/api/site/group/wallet/payType/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Payment types of a currency with limits, fee and quick amounts (S7.66).',
    request: z.strictObject({ currency: SettleCurrency }),
    data: z.object({ list: z.array(PayType) }),
  }),
  'pay.create': endpoint({
    path: '/api/site/group/wallet/pay/v1/create',
    access: 'member',
    idempotent: true,
    playAction: 'deposit',
    summary: 'Creates a deposit order. A payment type of kind `speed` creates a matched pair (S7.67, E.2, E.4).',
    request: z.strictObject({ payTypeId: publicId, amount }),
    data: WalletOrder,
  }),
  'usdt.pay': endpoint({
    path: '/api/site/group/wallet/usdt/v1/pay',
    access: 'member',
    idempotent: true,
    playAction: 'deposit',
    summary: 'Creates a deposit order that is paid to an address of a chain (S7.69, E.2).',
    request: z.strictObject({ chain: text(16), amount }),
    data: UsdtPayment,
  }),
  'bank.list': endpoint({
    path: '/api/site/group/wallet/bank/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Banks (S7.68).',
    request: nothing,
    data: z.object({ list: z.array(z.object({ bankCode: text(16), bankName: text(32) })) }),
  }),
  'deposit.detail': endpoint({
    path: '/api/site/group/wallet/deposit/v1/detail',
    access: 'member',
    readOnly: true,
    summary: 'One deposit order of the member, with the instructions for its payment.',
    request: oneOrder,
    data: WalletOrder,
  }),
  'deposit.cancel': endpoint({
    path: '/api/site/group/wallet/deposit/v1/cancel',
    access: 'member',
    summary: 'Cancels a deposit order that was not paid (S4.9).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'deposit.close': endpoint({
    path: '/api/site/group/wallet/deposit/v1/close',
    access: 'member',
    summary: 'Closes a deposit order that was not paid (S4.12).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'speedDeposit.confirm': endpoint({
    path: '/api/site/group/wallet/speedDeposit/v1/confirm',
    access: 'member',
    summary: 'The member has paid this deposit or pair order (S4.11, S7.72).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'speedDeposit.appeal': endpoint({
    path: '/api/site/group/wallet/speedDeposit/v1/appeal',
    access: 'member',
    summary: 'The payment was made and is not credited (S4.10, S7.72).',
    request: appealed,
    data: WalletOrder,
  }),
  'speedDeposit.uploadProof': endpoint({
    path: '/api/site/group/wallet/speedDeposit/v1/uploadProof',
    access: 'member',
    encoding: 'multipart',
    files: { maxFiles: 3, maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
    summary: 'Adds up to three images to an open deposit or pair order, encoded again (S7.72).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'withdraw.prepare': endpoint({
    path: '/api/site/group/wallet/withdraw/v1/prepare',
    access: 'member',
    readOnly: true,
    summary: 'What a withdrawal needs: available amount, limits, fee, turnover and accounts (S7.70).',
    request: z.strictObject({ currency: SettleCurrency }),
    data: z.object({
      currency: SettleCurrency,
      available: count,
      /** Turnover that is missing. */
      turnoverLeft: count,
      /** Fee in 1/10,000 of the amount. */
      feeRate: count,
      min: count,
      max: count,
      /** Amount that can still be withdrawn on this site day. */
      dailyLeft: count,
      hasWithdrawPassword: z.boolean(),
      /** At most three; the default first. */
      accounts: z.array(z.object({ id: text(64), name: text(64), masked: text(64), kind: z.enum(['bank', 'usdt']) })),
    }),
  }),
  'withdraw.create': endpoint({
    path: '/api/site/group/wallet/withdraw/v2/create',
    access: 'member',
    idempotent: true,
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Reserves the amount and submits a withdrawal (S7.70, E.3).',
    request: z.strictObject({ accountId: text(64), amount, withdrawPwd }),
    data: WalletOrder,
  }),
  'withdraw.cancel': endpoint({
    path: '/api/site/group/wallet/withdraw/v1/cancel',
    access: 'member',
    summary: 'Cancels a withdrawal under review, or a fast one that is not paid, and releases the amount (S4.9).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'withdraw.confirm': endpoint({
    path: '/api/site/group/wallet/withdraw/v1/confirm',
    access: 'member',
    summary: 'The member has received the money of a withdrawal (S4.11).',
    request: oneOrder,
    data: WalletOrder,
  }),
  'withdraw.appeal': endpoint({
    path: '/api/site/group/wallet/withdraw/v1/appeal',
    access: 'member',
    summary: 'The money of a withdrawal did not arrive (S4.10).',
    request: appealed,
    data: WalletOrder,
  }),
  'fastWithdraw.create': endpoint({
    path: '/api/site/group/wallet/fastWithdraw/v1/create',
    access: 'member',
    idempotent: true,
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Reserves the amount and waits for a payer (S7.71, E.4).',
    request: z.strictObject({ accountId: text(64), amount, withdrawPwd }),
    data: WalletOrder,
  }),
  'fastWithdraw.list': endpoint({
    path: '/api/site/group/wallet/fastWithdraw/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Fast withdrawals of the member, newest first (S7.71).',
    request: z.strictObject({ pageNum }),
    data: z.object({ list: z.array(WalletOrder), total: count }),
  }),
  'transfer.in': endpoint({
    path: '/api/site/group/game/transfer/v1/in',
    access: 'member',
    idempotent: true,
    playAction: 'transfer',
    summary: 'Transfers from the centre to a venue (E.5).',
    request: z.strictObject({ venueEnName, amount, currency: SettleCurrency }),
    data: WalletOrder,
  }),
  'transfer.out': endpoint({
    path: '/api/site/group/game/transfer/v1/out',
    access: 'member',
    idempotent: true,
    summary: 'Transfers from a venue to the centre (E.5).',
    request: z.strictObject({ venueEnName, amount, currency: SettleCurrency }),
    data: WalletOrder,
  }),
  'transfer.oneKeyRecover': endpoint({
    path: '/api/site/group/game/transfer/v1/oneKeyRecover',
    access: 'member',
    idempotent: true,
    summary: 'Transfers the balances of all venues to the centre, one order per venue (E.5).',
    request: z.strictObject({ currency: SettleCurrency }),
    data: z.object({
      /** Sum of the successful transfers. */
      recovered: count,
      orders: z.array(WalletOrder),
      failed: z.array(z.object({ venueEnName: text(32), code: z.int(), message: text(64) })),
    }),
  }),
  'balance.list': endpoint({
    path: '/api/site/group/game/balance/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Balances of the member in one currency: centre, locked and each venue.',
    request: z.strictObject({ currency: SettleCurrency }),
    data: z.object({
      currency: CurrencyCode,
      center: count,
      locked: count,
      venues: z.array(
        z.object({
          venueEnName: text(32),
          venueChName: text(32),
          balance: count,
          /** S4.7: 0 open, 1 maintenance, 2 preparing. */
          status: z.int(),
          isDisplay: z.int(),
        }),
      ),
    }),
  }),
  'walletType.get': endpoint({
    path: '/api/site/group/wallet/walletType/v1/get',
    access: 'member',
    readOnly: true,
    summary: 'Whether transfers to venues are automatic or manual (S7.76).',
    request: nothing,
    data: z.object({ type: z.enum(['auto', 'manual']) }),
  }),
  'walletType.set': endpoint({
    path: '/api/site/group/wallet/walletType/v1/set',
    access: 'member',
    summary: 'Sets whether transfers to venues are automatic or manual (S7.76).',
    request: z.strictObject({ type: z.enum(['auto', 'manual']) }),
    data: z.object({ type: z.enum(['auto', 'manual']) }),
  }),
  'dealRecord.list': endpoint({
    path: '/api/site/group/wallet/dealRecord/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Orders of the member only, newest first; `before` is the last order of the previous page (S7.75).',
    request: z.strictObject({
      type: z.optional(Kind),
      status: z.optional(text(2)),
      /** Epoch milliseconds, inclusive. */
      start: z.optional(instant),
      /** Epoch milliseconds, exclusive. */
      end: z.optional(instant),
      before: z.optional(orderNo),
    }),
    data: z.object({ list: z.array(WalletOrder), hasMore: z.boolean() }),
  }),
  'dealRecord.all': endpoint({
    path: '/api/site/group/wallet/dealRecord/v2/list',
    access: 'member',
    readOnly: true,
    summary:
      'Everything that moves a balance of the member, newest first: orders, their fees, conversions, interest, gifts and ' +
      'coins; `before` is the last record of the previous page (S7.75).',
    request: z.strictObject({
      type: z.optional(z.enum(RECORD_TYPES)),
      /** Status of orders; records without a status are left out. */
      status: z.optional(text(2)),
      currency: z.optional(CurrencyCode),
      /** Epoch milliseconds, inclusive. */
      start: z.optional(instant),
      /** Epoch milliseconds, exclusive. */
      end: z.optional(instant),
      before: z.optional(recordId),
      /**
       * `created`: also orders that have moved nothing, at the time of their creation. `posted`: what has moved money, at
       * the time of the posting; these are the changes of `responsible.statement`.
       */
      by: z.optional(z.enum(['created', 'posted'])),
    }),
    data: z.object({ list: z.array(DealRecord), hasMore: z.boolean() }),
  }),
  'dealRecord.detail': endpoint({
    path: '/api/site/group/wallet/dealRecord/v1/detail',
    access: 'member',
    readOnly: true,
    summary: 'One order with its events and the postings of the member (S7.75).',
    request: oneOrder,
    data: z.object({
      order: WalletOrder,
      events: z.array(
        z.object({
          from: z.nullable(text(2)),
          to: text(2),
          event: text(16),
          actor: text(16),
          note: text(200),
          at: z.int(),
        }),
      ),
      /** `account` is `main`, `locked` or `venue:` and its English name. */
      postings: z.array(
        z.object({
          type: z.enum(['reserve', 'settle', 'release']),
          account: text(48),
          amount: z.int(),
          balanceAfter: z.int(),
          /** The posting in words. */
          text: text(80),
          at: z.int(),
        }),
      ),
    }),
  }),
} as const
