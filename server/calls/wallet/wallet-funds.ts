import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { memberRate, RATE_MAX_AGE_MS, SPREAD_PPM } from '#protocol/wallet/conversion.ts'
import { type Conversions, otherCurrency } from '../../wallet/funds/conversions.ts'
import type { InterestWallet } from '../../wallet/funds/interest-wallet.ts'
import type { CallContext, Handlers } from '../../http/context.ts'

interface FundCallServices {
  readonly conversions: Conversions
  readonly interestWallet: InterestWallet
}

type Calls = Pick<Handlers, Exclude<Extract<keyof Handlers, `${'usdt' | 'interest'}.${string}`>, 'usdt.pay'>>

/** Conversion of USDT and the interest wallet (S7.69, S7.77). */
export function fundCalls(services: FundCallServices): Calls {
  return { ...usdtCalls(services), ...interestCalls(services) }
}

function usdtCalls({ conversions }: FundCallServices) {
  const isOff = ({ site }: Pick<CallContext, 'site'>) => site.usdtWalletSwitch !== 1
  return {
    'usdt.rate': async (_params, { site }) => {
      const rate = isOff({ site }) ? null : await conversions.rate()
      if (!rate) return failure(CODES.INTERFACE_DEGRADE, '暂时没有汇率，请稍后再试')
      return success({
        ...rate,
        ask: memberRate('CNY', rate.rate),
        bid: memberRate('USDT', rate.rate),
        spreadPpm: SPREAD_PPM,
        maxAgeMs: RATE_MAX_AGE_MS,
      })
    },

    'usdt.quote': async ({ from, to, amount }, { session, site }) => {
      if (isOff({ site })) return failureOf(CODES.NOT_FOUND)
      if (to !== otherCurrency(from)) return failureOf(CODES.PARAM_ERROR)
      const quote = await conversions.quote(session.memberId, from, amount)
      if (!quote.ok) return quote
      const { id: quoteId, amount: debit, receive, rate, mid, source, rateAt, expiresAt } = quote.data
      const rates = { rate, mid, spreadPpm: SPREAD_PPM, source, rateAt }
      return success({ quoteId, from, to, amount: debit, receive, ...rates, expiresAt })
    },

    'usdt.transfer': async ({ from, to, amount, quoteId }, { session, idempotencyKey }) => {
      if (to !== otherCurrency(from)) return failureOf(CODES.PARAM_ERROR)
      return conversions.accept({ memberId: session.memberId, quoteId, from, amount, idempotencyKey })
    },

    // Also after the site has switched conversions off.
    'usdt.records': async ({ before }, { session }) => success(await conversions.records(session.memberId, before)),
  } satisfies Partial<Calls>
}

function interestCalls({ interestWallet }: FundCallServices) {
  return {
    'interest.info': async ({ currency }, { session }) =>
      success(await interestWallet.info(session.memberId, currency)),

    'interest.to': async ({ currency, amount }, { session, site, idempotencyKey }) => {
      if (site.interestWalletSwitch !== 1) return failureOf(CODES.NOT_FOUND)
      return interestWallet.move('to', { memberId: session.memberId, currency, amount, idempotencyKey })
    },

    // A site that switches the wallet off must let members take their money out.
    'interest.from': async ({ currency, amount }, { session, idempotencyKey }) =>
      interestWallet.move('from', { memberId: session.memberId, currency, amount, idempotencyKey }),

    'interest.records': async ({ currency, before }, { session }) =>
      success(await interestWallet.records(session.memberId, currency, before)),
  } satisfies Partial<Calls>
}
