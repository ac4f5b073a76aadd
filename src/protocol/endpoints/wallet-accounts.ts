import * as z from 'zod/mini'
import { MAX_BRANCH } from '../rules/wallet.ts'
import { endpoint } from './endpoint.ts'
import { count, nothing, shownText, text, withdrawPwd } from './shapes.ts'

const SettleCurrency = z.enum(['CNY', 'USDT'])
const accountId = z.uuid()

const BankCard = z.object({
  id: accountId,
  bankCode: text(16),
  bankName: text(32),
  /** Name of the branch; may be empty. */
  branch: text(MAX_BRANCH),
  /** Masked except for the last character. */
  holder: text(96),
  last4: text(4),
  isDefault: z.boolean(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
})
export type BankCard = z.infer<typeof BankCard>

const VirtualCurrency = z.object({
  id: accountId,
  chain: text(16),
  /** Name that the member gave the address; may be empty. */
  alias: text(16),
  last4: text(4),
  isDefault: z.boolean(),
  createdAt: z.int(),
})
export type VirtualCurrency = z.infer<typeof VirtualCurrency>

const ofCards = z.object({ list: z.array(BankCard), max: count })
const ofAddresses = z.object({ list: z.array(VirtualCurrency), max: count })
const oneAccount = z.strictObject({ id: accountId, withdrawPwd })

/**
 * Bank cards and USDT addresses (S7.73, S7.74, S9.11). Each change asks for the withdrawal password, if the site does, and
 * returns the new list, at most three active entries, the default first. Only the last four characters of a number leave the server.
 */
export const walletAccountEndpoints = {
  'bankCard.list': endpoint({
    path: '/api/site/group/wallet/bankCard/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Bank cards of the member (S7.73).',
    request: nothing,
    data: ofCards,
  }),
  'bankCard.insert': endpoint({
    path: '/api/site/group/wallet/bankCard/v1/insert',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Adds a bank card (S7.73, S5.19). A card that is active already is not added again.',
    request: z.strictObject({
      cardNum: text(64),
      bankCode: text(16),
      branch: z.optional(text(2 * MAX_BRANCH)),
      realName: text(96),
      withdrawPwd,
    }),
    data: ofCards,
  }),
  'bankCard.setDefault': endpoint({
    path: '/api/site/group/wallet/bankCard/v1/setDefault',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Makes a bank card the default of withdrawals.',
    request: oneAccount,
    data: ofCards,
  }),
  'bankCard.delete': endpoint({
    path: '/api/site/group/wallet/bankCard/v1/delete',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Removes a bank card (S7.73). POST, because a query must not contain a password.',
    request: oneAccount,
    data: ofCards,
  }),
  'virtualCurrency.list': endpoint({
    path: '/api/site/group/wallet/virtualCurrency/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'USDT addresses of the member (S7.74, S3.27).',
    request: nothing,
    data: ofAddresses,
  }),
  'virtualCurrency.insert': endpoint({
    path: '/api/site/group/wallet/virtualCurrency/v1/insert',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Adds a USDT address (S7.74, S5.27). An address that is active already is not added again.',
    request: z.strictObject({ address: text(64), chain: text(16), alias: shownText(0, 16), withdrawPwd }),
    data: ofAddresses,
  }),
  'virtualCurrency.setDefault': endpoint({
    path: '/api/site/group/wallet/virtualCurrency/v1/setDefault',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Makes a USDT address the default of withdrawals.',
    request: oneAccount,
    data: ofAddresses,
  }),
  'virtualCurrency.delete': endpoint({
    path: '/api/site/group/wallet/virtualCurrency/v1/delete',
    access: 'member',
    secret: true,
    passwordFields: ['withdrawPwd'],
    summary: 'Removes a USDT address (S7.74). POST, because a query must not contain a password.',
    request: oneAccount,
    data: ofAddresses,
  }),
} as const

/** Minor units, at least 1. */
const amount = z.int().check(z.minimum(1))

const Rate = z.object({
  /** Price of one USDT in 1/10,000 CNY, without spread. */
  rate: count,
  /** Price at which a member buys one USDT, and at which a member sells it. */
  ask: count,
  bid: count,
  /** The spread on each side, in parts per million. */
  spreadPpm: count,
  /** Name of the source; `demo` is invented. */
  source: text(32),
  /** When the source published the rate, in epoch milliseconds by the clock of the server. */
  at: z.int(),
  /** Older rates are stale; no quote is made from them. */
  maxAgeMs: count,
})

const interestMove = z.strictObject({ currency: SettleCurrency, amount })
/** Balances after a transfer. */
const interestMoved = z.object({ currency: SettleCurrency, principal: count, balance: count })

/** USDT conversion and the interest wallet (S7.69, S7.77, E.6). Amounts are minor units of the currency beside them. */
export const walletFundEndpoints = {
  'usdt.rate': endpoint({
    path: '/api/site/group/wallet/usdt/v1/rate',
    access: 'member',
    readOnly: true,
    summary: 'Current rate of USDT with its age and source.',
    request: nothing,
    data: Rate,
  }),
  'usdt.quote': endpoint({
    path: '/api/site/group/wallet/usdt/v1/quote',
    access: 'member',
    summary:
      'An offer for one conversion, until it expires or another one replaces it. LIMIT_EXCEEDED outside of the allowed amounts.',
    request: z.strictObject({ from: SettleCurrency, to: SettleCurrency, amount }),
    data: z.object({
      quoteId: z.uuid(),
      from: SettleCurrency,
      to: SettleCurrency,
      /** What is taken: at most the requested amount. */
      amount: count,
      receive: count,
      /** Rate of this conversion, with the spread. */
      rate: count,
      /** Rate of the source, without the spread. */
      mid: count,
      spreadPpm: count,
      source: text(32),
      rateAt: z.int(),
      expiresAt: z.int(),
    }),
  }),
  'usdt.transfer': endpoint({
    path: '/api/site/group/wallet/usdt/v1/transfer',
    access: 'member',
    idempotent: true,
    summary:
      'Converts between CNY and USDT at a quote (S7.69). ORDER_STATE_CHANGED if it expired, was used, or has become worth more than it costs; NOT_FOUND if another one has replaced it.',
    request: z.strictObject({ from: SettleCurrency, to: SettleCurrency, amount, quoteId: z.uuid() }),
    data: z.object({
      from: SettleCurrency,
      to: SettleCurrency,
      amount: count,
      receive: count,
      rate: count,
      /** Balances of both currencies after the posting. */
      balances: z.object({ CNY: count, USDT: count }),
      at: z.int(),
    }),
  }),
  'usdt.records': endpoint({
    path: '/api/site/group/wallet/usdt/v1/records',
    access: 'member',
    readOnly: true,
    summary:
      'Conversions of the member, newest first; `before` is the id of the last one of the previous page (S7.69).',
    request: z.strictObject({ before: z.optional(z.uuid()) }),
    data: z.object({
      list: z.array(
        z.object({
          /** Id of the posting. */
          id: z.uuid(),
          from: SettleCurrency,
          to: SettleCurrency,
          amount: count,
          receive: count,
          rate: count,
          at: z.int(),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  'interest.info': endpoint({
    path: '/api/site/group/wallet/interest/v1/info',
    access: 'member',
    readOnly: true,
    summary: 'Principal, rate and interest of the member (S7.77, E.6).',
    request: z.strictObject({ currency: SettleCurrency }),
    data: z.object({
      currency: SettleCurrency,
      /** Balance of the interest wallet, with the interest that was paid to it. */
      principal: count,
      /** Available balance that can be transferred in. */
      balance: count,
      /** Daily rate in parts per million. */
      dailyPpm: count,
      /** Millionths of a minor unit that are carried to the next day. */
      carriedMicro: count,
      /** Interest of the last site day that ended. */
      yesterday: count,
      total: count,
      min: count,
      /** When the interest of the running day is paid. */
      nextAccrualAt: z.int(),
      /** The last 30 days that ended, oldest first, also those without interest. `date` is YYYY-MM-DD. */
      series: z.array(z.object({ date: text(10), amount: count, principal: count })),
    }),
  }),
  'interest.to': endpoint({
    path: '/api/site/group/wallet/interest/v1/to',
    access: 'member',
    idempotent: true,
    summary: 'Transfers from the available balance to the interest wallet (S7.77).',
    request: interestMove,
    data: interestMoved,
  }),
  'interest.from': endpoint({
    path: '/api/site/group/wallet/interest/v1/from',
    access: 'member',
    idempotent: true,
    summary: 'Transfers from the interest wallet to the available balance, at once (S7.77).',
    request: interestMove,
    data: interestMoved,
  }),
  'interest.records': endpoint({
    path: '/api/site/group/wallet/interest/v1/records',
    access: 'member',
    readOnly: true,
    summary: 'Transfers and interest, newest first; `before` is the id of the last record of the previous page.',
    request: z.strictObject({ currency: SettleCurrency, before: z.optional(z.uuid()) }),
    data: z.object({
      list: z.array(
        z.object({
          id: z.uuid(),
          type: z.enum(['to', 'from', 'interest']),
          amount: z.int(),
          balanceAfter: count,
          at: z.int(),
          /** The day of an interest as YYYY-MM-DD; empty for transfers. */
          date: text(10),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
} as const
