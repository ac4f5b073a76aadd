import { useEffect } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { Alert } from './outcome.ts'

/** A timed alert continues after this time (S4.15). */
const ALERT_MS = 5_000

interface OutcomeAlertProps {
  /** The last alert, shown while its window fades out. */
  readonly alert: Alert | null
  readonly isOpen: boolean
  /** Closes the alert and navigates to a path, or nowhere for null. */
  readonly onDone: (to: string | null) => void
}

/** The modal alert of an outcome. Escape takes the primary action. */
export function OutcomeAlert({ alert, isOpen, onDone }: OutcomeAlertProps) {
  useEffect(() => {
    if (!isOpen || !alert?.isTimed) return
    const timer = setTimeout(() => onDone(alert.way.to), ALERT_MS)
    return () => clearTimeout(timer)
  }, [alert, isOpen, onDone])
  const aside = alert?.aside
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next && alert) onDone(alert.way.to)
      }}
      title={alert?.title ?? ''}
      description={alert?.text ?? ''}
      isQuestion
      actions={
        alert && (
          <>
            {aside && (
              <Button kind="quiet" size="small" onClick={() => onDone(aside.to)}>
                {aside.label}
              </Button>
            )}
            <Button kind="primary" size="small" onClick={() => onDone(alert.way.to)}>
              {alert.way.label}
            </Button>
          </>
        )
      }
    />
  )
}
