import { eq } from 'drizzle-orm'
import { CODES, codeText } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { walletActions } from '#protocol/console/wallet.ts'
import { success } from '#protocol/result.ts'
import { creditsPayment, type OrderEvent, transitionOf } from '#protocol/wallet/order-states.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { type OrderRow, walletOrder } from '../../../database/schema/wallet.ts'
import type { Uploads } from '../../../members/uploads/uploads.ts'
import { type Limits, lockMember } from '../../../wallet/limits/limits.ts'
import type { Wallet } from '../../../wallet/wallet.ts'
import { type ConsoleHandlers, consoleFailure, editConflict, refusable, refuse } from '../console-call.ts'
import { consolePicture } from './pictures.ts'
import { findReview, isWaiting, listReviews } from '../reviews.ts'

interface WalletServices {
  readonly database: Database
  readonly wallet: Pick<Wallet, 'orders'>
  readonly playLimits: Pick<Limits, 'creditCode'>
  readonly uploads: Pick<Uploads, 'findProof'>
}

/** Why a payment is not credited, for operators. */
const CREDIT_REFUSALS: Readonly<Record<number, string>> = {
  [CODES.RG_DEPOSIT_LIMIT]: '入账会超过会员设定的存款限额，只能退回',
  [CODES.RG_TIME_OUT]: '会员在休息期，只能退回',
  [CODES.RG_SELF_EXCLUDED]: '会员已自我排除，只能退回',
}

/** Reviews of wallet orders. */
export function walletHandlers({
  database,
  wallet,
  playLimits,
  uploads,
}: WalletServices): Pick<ConsoleHandlers, keyof typeof walletActions> {
  /** Why a decision cannot be applied. A payment that limits or an exclusion do not allow to credit is returned. */
  async function refusedText(tx: Transaction, order: OrderRow, decision: OrderEvent): Promise<string> {
    const transition = transitionOf(order.kind, order.status, decision, 'operator')
    const credits = transition !== null && creditsPayment(order.kind, transition)
    const code = credits ? await playLimits.creditCode(tx, order) : 0
    return code === 0 ? '当前状态不能这样处理' : (CREDIT_REFUSALS[code] ?? codeText(code))
  }

  return {
    'review.list': async (request, { now }) => success(await listReviews(database, request, now)),

    async 'review.decide'({ orderNo, version, decision, reason }, call) {
      const changed = await refusable(database, async (tx) => {
        const own = eq(walletOrder.orderNo, orderNo)
        const [owner] = await tx.select({ memberId: walletOrder.memberId }).from(walletOrder).where(own)
        if (!owner) return refuse(consoleFailure(CODES.NOT_FOUND))
        // The member is locked before the order, as by a credit of the runner.
        await lockMember(tx, owner.memberId)
        const [order] = await tx.select().from(walletOrder).where(own).for('update')
        if (!order) return refuse(consoleFailure(CODES.NOT_FOUND))
        if (order.version !== version || !isWaiting(order)) return refuse(editConflict(null))
        // The runner pays an approved withdrawal at once. All other decisions end the order.
        const options = { actor: 'operator', note: reason, dueAt: call.now } as const
        const moved = await wallet.orders.applyIn(tx, order, decision, options)
        if (!moved)
          return refuse(
            consoleFailure(CODES.PARAM_ERROR, { fields: { decision: await refusedText(tx, order, decision) } }),
          )
        await call.audit(tx, {
          target: `order ${orderNo}`,
          before: { status: order.status },
          after: { status: moved.status, decision, reason },
        })
        return success({})
      })
      const review = await findReview(database, orderNo, call.now)
      if (!changed.ok) return changed.code === CONSOLE_CODES.EDIT_CONFLICT ? editConflict(review) : changed
      return review ? success({ review }) : consoleFailure(CODES.NOT_FOUND)
    },

    async 'review.proof'({ orderNo, id }) {
      const order = await wallet.orders.find(orderNo)
      const picture = order?.proofs.includes(id) === true ? await uploads.findProof(order.memberId, id) : null
      return consolePicture(picture)
    },
  }
}
