import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import {
  cancelVerification,
  sessionAlertAtom,
  verificationAtom,
  watchVerification,
} from '#state/session/verification.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import type { VerificationWindowProps } from './VerificationWindow.tsx'

const LOAD_TRIES = 2

async function loadWindow(): Promise<ComponentType<VerificationWindowProps>> {
  for (let left = LOAD_TRIES - 1; ; left -= 1) {
    try {
      return (await import('./VerificationWindow.tsx')).VerificationWindow
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/**
 * S4.18: the verification dialog, opened when the transport requires a check. Rendered once per page. Its code is
 * loaded on first use; if that fails, the pending requests are released with an error.
 */
export function VerificationDialog() {
  const verification = useAtomValue(verificationAtom)
  const isBehindAlert = useAtomValue(sessionAlertAtom)
  const [loaded, setLoaded] = useState<{ readonly Window: ComponentType<VerificationWindowProps> } | null>(null)
  const isNeeded = verification !== null

  useEffect(() => watchVerification(), [])

  useEffect(() => {
    if (!isNeeded || loaded) return
    loadWindow().then(
      (Window) => setLoaded({ Window }),
      () => {
        cancelVerification()
        toast({ text: commonText('verification.notLoaded'), tone: 'warn', id: 'verification' })
      },
    )
  }, [isNeeded, loaded])

  return loaded && <loaded.Window verification={isBehindAlert ? null : verification} />
}
