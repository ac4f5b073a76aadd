import { useState } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'

export interface QuestionProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly text: string
  /** Label of the button that confirms. */
  readonly action: string
  /** Label of the button that closes the dialog: 取消 by default, and 再想想 beside an action such as 确认取消. */
  readonly dismissal?: string
  /** The action is the recommended choice: nothing is lost by it. */
  readonly isRecommended?: boolean
  /** Closes the dialog if it succeeds or returns null. */
  readonly onConfirm: () => Promise<Result<unknown> | null>
}

/** 取消 beside 确认取消 would be two buttons that say the same. */
function dismissalOf(action: string): string {
  const cancel = commonText('action.cancel')
  return action.toLowerCase().includes(cancel.toLowerCase()) ? commonText('action.thinkAgain') : cancel
}

/** Asks before something that cannot be undone; shows a refusal. */
export function Question(props: QuestionProps) {
  const { isOpen, onClose, title, text, action, dismissal = dismissalOf(action) } = props
  const { isRecommended = false, onConfirm } = props
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    const result = await onConfirm()
    setBusy(false)
    if (result === null || result.ok) close()
    else setFailure(result)
  }
  const actionButton = (
    <Button kind={isRecommended ? 'primary' : 'danger'} isLoading={isBusy} onClick={() => void confirm()}>
      {action}
    </Button>
  )
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      isQuestion
      title={title}
      description={text}
      actions={
        <>
          {!isRecommended && actionButton}
          <Button kind={isRecommended ? 'outline' : 'primary'} onClick={close}>
            {dismissal}
          </Button>
          {isRecommended && actionButton}
        </>
      }
    >
      {failure && <FormFailure failure={failure} />}
    </Dialog>
  )
}
