import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { accountText } from '#messages/zh/account.ts'
import { PhoneCodeForm, WithdrawPasswordForm } from '#features/account/SleepForms.tsx'
import type { AccountCare } from '#features/account/use-account-care.ts'
import { ImageCode } from '#features/verification/ImageCode.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import styles from './SleepDialog.module.css'

const SLEEP_TEXTS = { phone: 'sleep.textPhone', withdrawPassword: 'sleep.textPin', image: 'sleep.text' } as const

export interface SleepDialogProps {
  readonly isOpen: boolean
  readonly care: AccountCare
}

/** S7.37: an inactive account, and the strongest way to reactivate it that it has. */
export function SleepDialog({ isOpen, care }: SleepDialogProps) {
  const { by, days, wake, close } = care
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      title={accountText('sleep.title')}
      description={accountText(SLEEP_TEXTS[by], { days })}
    >
      <div className={styles.check}>
        {by === 'phone' && <PhoneCodeForm wake={wake} />}
        {by === 'withdrawPassword' && <WithdrawPasswordForm wake={wake} />}
        {by === 'image' && <ImageCodeForm wake={wake} />}
      </div>
    </Dialog>
  )
}

function ImageCodeForm({ wake }: Pick<AccountCare, 'wake'>) {
  const [isUnavailable, setUnavailable] = useState(false)
  if (isUnavailable)
    return <ErrorPanel message={accountText('sleep.noPicture')} onRetry={() => setUnavailable(false)} />
  return (
    <ImageCode
      onSolved={async (result) => {
        if (result.safeType !== 'imageCode') return failure(CODES.PARAM_ERROR, accountText('sleep.noPicture'))
        const woken = await wake({ codeId: result.codeId, code: result.imgCode })
        return woken.ok ? success(null) : woken
      }}
      onUnavailable={() => setUnavailable(true)}
      onImageCode={null}
    />
  )
}
