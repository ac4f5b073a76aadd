import { eq } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { walletActions } from '#protocol/console/wallet.ts'
import { success } from '#protocol/result.ts'
import type { Database } from '../../../database/database.ts'
import { walletOrder } from '../../../database/schema/wallet.ts'
import type { Uploads } from '../../../members/uploads/uploads.ts'
import type { Wallet } from '../../../wallet/wallet.ts'
import { type ConsoleHandlers, consoleFailure, editConflict, refusable, refuse } from '../console-call.ts'
import { findReview, isWaiting, listReviews } from '../reviews.ts'

export interface WalletServices {
  readonly database: Database
  readonly wallet: Pick<Wallet, 'orders'>
  readonly uploads: Pick<Uploads, 'findProof'>
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Reviews of wallet orders. */
export function walletHandlers({
  database,
  wallet,
  uploads,
}: WalletServices): Pick<ConsoleHandlers, keyof typeof walletActions> {
  return {
    'review.list': async (request, { now }) => success(await listReviews(database, request, now)),

    async 'review.decide'({ orderNo, version, decision, reason }, call) {
      const changed = await refusable(() =>
        database.transaction(async (tx) => {
          const [order] = await tx.select().from(walletOrder).where(eq(walletOrder.orderNo, orderNo)).for('update')
          if (!order) return refuse(consoleFailure(CODES.NOT_FOUND))
          if (order.version !== version || !isWaiting(order)) return refuse(editConflict(null))
          // The runner pays an approved withdrawal at once. All other decisions end the order.
          const options = { actor: 'operator', note: reason, dueAt: call.now } as const
          const moved = await wallet.orders.applyIn(tx, order, decision, options)
          if (!moved) return refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { decision: '当前状态不能这样处理' } }))
          await call.audit(tx, {
            target: `order ${orderNo}`,
            before: { status: order.status },
            after: { status: moved.status, decision, reason },
          })
          return success({})
        }),
      )
      const review = await findReview(database, orderNo, call.now)
      if (!changed.ok) return changed.code === CONSOLE_CODES.EDIT_CONFLICT ? editConflict(review) : changed
      return review ? success({ review }) : consoleFailure(CODES.NOT_FOUND)
    },

    async 'review.proof'({ orderNo, id }) {
      const order = await wallet.orders.find(orderNo)
      const picture = order?.proofs.includes(id) === true ? await uploads.findProof(order.memberId, id) : null
      const type = IMAGE_TYPES.find((one) => one === picture?.type)
      if (!picture || !type) return consoleFailure(CODES.NOT_FOUND)
      return success({ type, base64: Buffer.from(picture.bytes).toString('base64') })
    },
  }
}
