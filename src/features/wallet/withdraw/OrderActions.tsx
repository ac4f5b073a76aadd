import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { eventsOf, stateOf } from '#protocol/wallet/order-states.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { commonText } from '#messages/zh/common.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { ReasonFields, SubmitDialog, useReason } from '#ui/overlay/SubmitDialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { useAmountText } from '../Amount.tsx'
import styles from '../order/order.module.css'
import type { ApplyOrder } from '../order/use-order.ts'

/** Events that a member can cause on a withdrawal, the leading one first. */
const ACTIONS = ['confirm', 'cancel', 'appeal'] as const
type Action = (typeof ACTIONS)[number]

interface OrderActionsProps {
  readonly order: WalletOrder
  readonly apply: ApplyOrder
}

/** What the member can do with a withdrawal, by the table of order states and the configuration of the site (S4.9). */
export function OrderActions({ order, apply }: OrderActionsProps) {
  const { kind, status } = order
  const { withdrawCancelSwitch } = useAtomValue(siteConfigAtom)
  const [open, setOpen] = useState<Action | null>(null)
  const possible = eventsOf(kind, status, 'member')
  const actions = ACTIONS.filter(
    (action) => possible.includes(action) && (action !== 'cancel' || withdrawCancelSwitch === 1),
  )
  const isAppealed = stateOf(kind, status) === 'appealing'
  if (actions.length === 0 && !isAppealed) return null
  const dialog = { order, apply, onClose: () => setOpen(null) }
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          kind={action === 'confirm' ? 'primary' : 'outline'}
          aria-haspopup="dialog"
          onClick={() => setOpen(action)}
        >
          {walletText(`withdraw.action.${action}`)}
        </Button>
      ))}
      {isAppealed && (
        <Link className={buttonClass()} to="/cs">
          {walletText('withdraw.action.service')}
        </Link>
      )}
      {open === 'confirm' && <ConfirmDialog {...dialog} />}
      <CancelQuestion {...dialog} isOpen={open === 'cancel'} />
      {open === 'appeal' && <AppealDialog {...dialog} />}
    </div>
  )
}

interface DialogProps extends OrderActionsProps {
  readonly onClose: () => void
}

/**
 * Handles the result of a change of the order. A changed state is no failure of the member: the toast of the code says
 * so and the order is read again. Returns the refusal to show, or null.
 */
function settled(result: Result<WalletOrder>, text: string): Failure | null {
  if (result.ok) toast({ text, tone: 'success' })
  return result.ok || result.code === CODES.ORDER_STATE_CHANGED ? null : result
}

function CancelQuestion({ order, isOpen, apply, onClose }: DialogProps & { readonly isOpen: boolean }) {
  const { orderNo, amount, currency } = order
  const amountText = useAmountText()
  const cancel = async () =>
    settled(apply(await call('withdraw.cancel', { orderNo })), walletText('withdraw.action.cancelled'))
  return (
    <Question
      isOpen={isOpen}
      onClose={onClose}
      title={walletText('withdraw.action.cancelTitle')}
      text={walletText('withdraw.action.cancelText', { amount: amountText({ value: amount, currency }) })}
      action={commonText('action.confirmCancel')}
      onConfirm={cancel}
    />
  )
}

function ConfirmDialog({ order: { orderNo }, apply, onClose }: DialogProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    const refused = settled(apply(await call('withdraw.confirm', { orderNo })), walletText('withdraw.action.confirmed'))
    setFailure(refused)
    if (refused === null) onClose()
  }
  return (
    <SubmitDialog
      title={walletText('withdraw.action.confirmTitle')}
      description={walletText('withdraw.action.confirmText')}
      cancelLabel={walletText('withdraw.action.later')}
      submitLabel={walletText('withdraw.action.confirm')}
      onSubmit={confirm}
      onClose={onClose}
    >
      {failure && <FormFailure failure={failure} />}
    </SubmitDialog>
  )
}

type Reason = 'NotReceived' | 'Other' | 'WrongAmount'

const REASONS: readonly Reason[] = ['NotReceived', 'WrongAmount', 'Other']

/** The reason and a note; with another reason the note is required. */
function AppealDialog({ order: { orderNo }, apply, onClose }: DialogProps) {
  const state = useReason<Reason>('NotReceived')
  const [failure, setFailure] = useState<Failure | null>(null)
  const appeal = async () => {
    const note = cleanChatText(state.note)
    if (state.reason === 'Other' && note === '') {
      state.setError(walletText('withdraw.action.reasonEmpty'))
      return
    }
    const reason = [walletText(`withdraw.action.reason${state.reason}`), note].filter((part) => part !== '').join('：')
    const refused = settled(
      apply(await call('withdraw.appeal', { orderNo, reason })),
      walletText('withdraw.action.appealed'),
    )
    setFailure(refused)
    if (refused === null) onClose()
  }
  return (
    <SubmitDialog
      title={walletText('withdraw.action.appealTitle')}
      description={walletText('withdraw.action.appealText')}
      cancelLabel={walletText('withdraw.action.later')}
      submitLabel={walletText('withdraw.action.appealSubmit')}
      onSubmit={appeal}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <ReasonFields
          state={state}
          label={walletText('withdraw.action.reason')}
          reasons={REASONS.map((value) => ({ value, label: walletText(`withdraw.action.reason${value}`) }))}
          noteLabel={walletText('withdraw.action.reasonNote')}
        />
      </div>
      {failure && <FormFailure failure={failure} />}
    </SubmitDialog>
  )
}
