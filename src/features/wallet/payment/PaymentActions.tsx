import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Failure } from '#protocol/result.ts'
import { eventsOf, isOpen, stateOf } from '#protocol/wallet/order-states.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { commonText } from '#messages/zh/common.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { ReasonFields, SubmitDialog, useReason } from '#ui/overlay/SubmitDialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from '../order/order.module.css'
import type { ApplyOrder } from '../order/use-order.ts'

type Action = 'claim' | 'appeal' | 'cancel'

interface PaymentActionsProps {
  readonly order: WalletOrder
  /** The order should not be paid: cancelling it comes first. */
  readonly isStopped: boolean
  readonly apply: ApplyOrder
}

/** The actions of the member in this state (S4.9-S4.11), or the ways on from an order that is over. */
export function PaymentActions({ order, isStopped, apply }: PaymentActionsProps) {
  const { kind, status, orderNo } = order
  const [opened, setOpened] = useState<Action | null>(null)
  const events = eventsOf(kind, status, 'member')
  const close = () => setOpened(null)
  if (!isOpen(kind, status)) return <WaysOn order={order} />
  if (events.length === 0) return null
  return (
    <div className={styles.actions}>
      {events.includes('claim') && (
        <Button {...(!isStopped && { kind: 'primary', size: 'large' })} onClick={() => setOpened('claim')}>
          {walletText('deposit.act.claim')}
        </Button>
      )}
      {events.includes('appeal') && (
        <Button onClick={() => setOpened('appeal')}>{walletText('deposit.act.appeal')}</Button>
      )}
      {/* To close an order does the same as to cancel it (S4.12), so the screen offers one of the two. */}
      {events.includes('cancel') && (
        <Button kind="quiet" onClick={() => setOpened('cancel')}>
          {walletText('deposit.act.cancel')}
        </Button>
      )}
      {/* Asked, because the order cannot be cancelled after it. */}
      <Question
        isOpen={opened === 'claim'}
        onClose={close}
        title={walletText('deposit.act.claimTitle')}
        text={walletText('deposit.act.claimText')}
        action={walletText('deposit.act.claim')}
        isRecommended
        onConfirm={async () => {
          const result = apply(await call('speedDeposit.confirm', { orderNo }))
          if (result.ok) toast({ text: walletText('deposit.act.claimed'), tone: 'success' })
          return result
        }}
      />
      <Question
        isOpen={opened === 'cancel'}
        onClose={close}
        title={walletText('deposit.act.cancelTitle')}
        text={walletText('deposit.act.cancelText')}
        action={commonText('action.confirmCancel')}
        onConfirm={async () => apply(await call('deposit.cancel', { orderNo }))}
      />
      {opened === 'appeal' && <AppealDialog orderNo={orderNo} apply={apply} onClose={close} />}
    </div>
  )
}

function WaysOn({ order: { kind, status, currency } }: { readonly order: WalletOrder }) {
  const isRefused = stateOf(kind, status) === 'rejected'
  // No deposit is offered during an exclusion (I10).
  const isExcluded = usePlayStop('promotion') !== null
  return (
    <div className={styles.actions}>
      {isRefused ? (
        <Link className={buttonClass({ kind: 'primary' })} to="/cs">
          {walletText('deposit.form.service')}
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'primary' })} to={`/app/wallet?currency=${currency}`}>
          {walletText('deposit.pay.back')}
        </Link>
      )}
      {!isExcluded && (
        <Link className={buttonClass()} to={`/app/wallet/deposit?currency=${currency}`}>
          {walletText('deposit.pay.again')}
        </Link>
      )}
    </div>
  )
}

const REASONS = ['notCredited', 'wrongAmount', 'wrongReference', 'other'] as const

interface AppealDialogProps {
  readonly orderNo: string
  readonly apply: ApplyOrder
  readonly onClose: () => void
}

/** S4.10: an appeal with its reason. The form stays open after a refusal. */
function AppealDialog({ orderNo, apply, onClose }: AppealDialogProps) {
  const state = useReason<(typeof REASONS)[number]>('notCredited')
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async () => {
    setFailure(null)
    const reason = [walletText(`deposit.reason.${state.reason}`), cleanChatText(state.note)].filter(Boolean).join('：')
    const result = apply(await call('speedDeposit.appeal', { orderNo, reason }))
    if (!result.ok) return setFailure(result)
    toast({ text: walletText('deposit.act.appealed'), tone: 'success' })
    return onClose()
  }
  return (
    <SubmitDialog
      title={walletText('deposit.act.appealTitle')}
      description={walletText('deposit.act.appealText')}
      cancelLabel={commonText('action.cancel')}
      submitLabel={walletText('deposit.act.appealSend')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <ReasonFields
          state={state}
          label={walletText('deposit.act.appealReason')}
          noteLabel={walletText('deposit.act.appealNote')}
          reasons={REASONS.map((reason) => ({ value: reason, label: walletText(`deposit.reason.${reason}`) }))}
        />
        {failure && <FormFailure failure={failure} />}
      </div>
    </SubmitDialog>
  )
}
