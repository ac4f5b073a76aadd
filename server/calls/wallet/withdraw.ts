import { gradeOf } from '#protocol/club/grades.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { OrderKind } from '#protocol/wallet/order-states.ts'
import type { SecurityLog } from '../../members/security/security-log.ts'
import type { WithdrawPasswords } from '../../members/security/withdraw-passwords.ts'
import { WITHDRAW_RULES } from '../../wallet/payments/channel.ts'
import type { Handlers, MoneyCall } from '../../http/context.ts'
import { Copies } from '../site/copies.ts'
import { createdResult, endOrder, moveOrder, type WalletCallServices, wireOrder } from './wallet.ts'
import { checkWithdrawPassword, typedWithdrawPassword } from './confirm-withdrawal.ts'

interface WithdrawCallServices extends WalletCallServices {
  readonly withdrawPasswords: Pick<WithdrawPasswords, 'check' | 'has'>
  readonly securityLog: Pick<SecurityLog, 'add'>
}

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'withdraw' | 'fastWithdraw'}.${string}`>>

const PAYOUT_KINDS: readonly OrderKind[] = ['withdraw', 'fastWithdraw']
const ACCOUNTS_MAX = 3
const PAGE = 20

/** Withdrawals (Annex D.4). */
export function withdrawCalls(services: WithdrawCallServices): Calls {
  const { wallet, now } = services
  const submit = submitter(services)
  return {
    'withdraw.prepare': async ({ currency }, { session }) => {
      const { memberId } = session
      const { min, max, feeRate } = WITHDRAW_RULES[currency]
      const accounts = (await wallet.channel?.accounts.listOf(memberId, currency)) ?? []
      return success({
        currency,
        available: (await wallet.balances(memberId, currency)).get('main') ?? 0,
        turnoverLeft: await wallet.turnoverLeft(memberId, currency),
        feeRate,
        min,
        max,
        dailyLeft: await wallet.dailyLeft(memberId, currency),
        hasWithdrawPassword: await services.withdrawPasswords.has(memberId),
        accounts: accounts.slice(0, ACCOUNTS_MAX).map(({ id, name, masked, kind }) => ({ id, name, masked, kind })),
      })
    },

    'withdraw.create': (params, call) => submit('withdraw', params, call),
    'fastWithdraw.create': (params, call) => submit('fastWithdraw', params, call),
    'withdraw.cancel': async ({ orderNo }, call) => {
      // S4.9: a site can keep members from cancelling withdrawals under review.
      if (call.site.withdrawCancelSwitch !== 1) return failure(CODES.ORDER_STATE_CHANGED, '提款提交后不能取消')
      return endOrder(wallet, { orderNo, event: 'cancel', kinds: PAYOUT_KINDS }, call)
    },

    'withdraw.confirm': ({ orderNo }, call) =>
      moveOrder(wallet, { orderNo, event: 'confirm', kinds: PAYOUT_KINDS, dueAt: now() }, call),

    'withdraw.appeal': ({ orderNo, reason }, call) =>
      moveOrder(
        wallet,
        { orderNo, event: 'appeal', kinds: PAYOUT_KINDS, note: reason, dueAt: now() + SECOND_MS },
        call,
      ),

    'fastWithdraw.list': async ({ pageNum }, { session }) => {
      const filter = { kind: 'fastWithdraw' } as const
      const list = await wallet.orders.list(session.memberId, filter, PAGE, (pageNum - 1) * PAGE)
      return success({ list: list.map(wireOrder), total: await wallet.orders.count(session.memberId, 'fastWithdraw') })
    },
  }
}

type Request = RequestOf<'withdraw.create'>

/**
 * Creates withdrawals. Simultaneous copies of a call share one check of the password too, because each check counts as a
 * try. A copy of a completed call gets its order without another check.
 */
function submitter(services: WithdrawCallServices) {
  const { wallet } = services
  const copies = new Copies<WalletOrder>()

  async function submitOnce(
    kind: 'withdraw' | 'fastWithdraw',
    { accountId, amount }: Request,
    pwd: string | null,
    call: MoneyCall,
  ): Promise<Result<WalletOrder>> {
    const { memberId } = call.session
    const { idempotencyKey } = call
    // The account of a known order may have been deleted since, and the site may have changed.
    const order = await wallet.orders.findByKey(memberId, idempotencyKey)
    if (order) {
      const isSame = order.kind === kind && order.accountId === accountId && order.amount === amount
      return isSame ? createdResult(success({ order, isReplay: true })) : failureOf(CODES.IDEMPOTENCY_CONFLICT)
    }
    const account = await wallet.channel?.accounts.find(memberId, accountId)
    if (!account) return failureOf(CODES.NOT_FOUND)
    if (kind === 'fastWithdraw' && call.site.fastWithdrawSwitch !== 1) return failureOf(CODES.NOT_FOUND)
    const refused = await checkWithdrawPassword(services, pwd, call)
    if (refused) return refused
    const grade = gradeOf(call.session.member.vipLevel)
    const { withdrawals: timesPerDay } = grade
    const created = await wallet.withdraw(kind, account, { memberId, amount, idempotencyKey, timesPerDay })
    if (
      !created.ok &&
      created.code === CODES.LIMIT_EXCEEDED &&
      (await wallet.withdrawalsToday(memberId)) >= timesPerDay
    ) {
      return failure(created.code, `VIP ${grade.grade} 每天可提款 ${timesPerDay} 次，今日次数已用完`)
    }
    return createdResult(created)
  }

  return async (kind: 'withdraw' | 'fastWithdraw', params: Request, call: MoneyCall): Promise<Result<WalletOrder>> => {
    const typed = typedWithdrawPassword(params.withdrawPwd, call)
    if (!typed.ok) return typed
    const identity = [call.session.memberId, call.idempotencyKey, kind, params.accountId, params.amount, typed.data]
    return copies.run(identity, () => submitOnce(kind, params, typed.data, call))
  }
}
