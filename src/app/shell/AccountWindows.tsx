import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { act } from '#lib/messages/account.ts'
import { PasswordDialog } from '#features/account/PasswordDialog.tsx'
import { SleepDialog } from '#features/account/SleepDialog.tsx'
import { useAccountCare } from '#features/account/use-account-care.ts'
import { ImageCode } from '#features/verification/ImageCode.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'

export interface AccountWindowsProps {
  /** True if the member signed in on this page; false if a session was restored. */
  readonly isFreshSignIn: boolean
}

/** Account notices, one window at a time (S7.37, S7.38). */
export function AccountWindows({ isFreshSignIn }: AccountWindowsProps) {
  const care = useAccountCare(isFreshSignIn)
  const [isUnavailable, setUnavailable] = useState(false)
  return (
    <>
      <SleepDialog isOpen={care.window === 'sleep'} days={care.days} onClose={care.close}>
        {isUnavailable ? (
          <ErrorPanel message={act('sleep.noPicture')} onRetry={() => setUnavailable(false)} />
        ) : (
          <ImageCode
            onSolved={async (result) =>
              result.safeType === 'imageCode' ? care.wake(result) : failure(CODES.PARAM_ERROR, act('sleep.noPicture'))
            }
            onUnavailable={() => setUnavailable(true)}
            onImageCode={null}
          />
        )}
      </SleepDialog>
      <PasswordDialog isOpen={care.window === 'password'} onClose={care.close} />
    </>
  )
}
