import { useState } from 'react'
import { verificationText } from '#messages/zh/verification.ts'
import type { Verification } from '#state/session/verification.ts'
import { cancelVerification, endVerification, passVerification } from '#state/session/verification.ts'
import { DialogBody } from '#ui/overlay/DialogBody.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'

export interface VerificationWindowProps {
  /** null = closed. */
  readonly verification: Verification | null
}

/** The dialog of S4.18-S4.21. Above all other dialogs except the session dialog. */
export function VerificationWindow({ verification }: VerificationWindowProps) {
  // The last check stays rendered during the closing animation.
  const [last, setLast] = useState(verification)
  if (verification && verification.round !== last?.round) setLast(verification)
  return (
    <DialogBody
      level="safety"
      isOpen={verification !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) cancelVerification()
      }}
      title={verificationText('window.title')}
      description={verificationText('window.text')}
    >
      {last && (
        <VerificationPanel
          key={last.round}
          safeTypes={last.safeTypes}
          onResult={passVerification}
          onVerified={endVerification}
        />
      )}
    </DialogBody>
  )
}
