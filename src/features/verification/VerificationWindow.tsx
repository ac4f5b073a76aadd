import { useState } from 'react'
import { vt } from '#lib/messages/verification.ts'
import type { Verification } from '#state/session/verification.ts'
import { cancelVerification, endVerification, passVerification } from '#state/session/verification.ts'
import { DialogBody } from '#ui/DialogBody.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'

export interface VerificationWindowProps {
  /** null = closed. */
  readonly verification: Verification | null
}

/** The window of S4.18-S4.21: over every other window but the one about the session. */
export function VerificationWindow({ verification }: VerificationWindowProps) {
  // What was last asked stays drawn while the window fades out.
  const [last, setLast] = useState(verification)
  if (verification && verification.round !== last?.round) setLast(verification)
  return (
    <DialogBody
      level="safety"
      isOpen={verification !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) cancelVerification()
      }}
      title={vt('window.title')}
      description={vt('window.text')}
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
