import { useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import { registrationText } from '#messages/zh/registration.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { Button } from '#ui/button/Button.tsx'
import { useFullScreenElement } from '#ui/hooks/use-full-screen-element.ts'
import { useIsDialogOpen } from '#ui/overlay/open-dialogs.ts'
import styles from './AgeGate.module.css'

/**
 * Annex I: asks visitors for their age, once per browser. Members gave their date of birth. The card lies over the page
 * without blocking it, and moves nothing.
 */
export function AgeGate() {
  const { ageGateYears: years } = useAtomValue(siteConfigAtom)
  const setPreferences = useSetAtom(uiPreferencesAtom)
  const isFullScreen = useFullScreenElement() !== null
  const isDialogOpen = useIsDialogOpen()
  const titleId = useId()
  if (isFullScreen || isDialogOpen) return null
  return (
    <dialog open className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {registrationText('age.title')}
      </h2>
      <p className={styles.text}>{registrationText('age.text', { years })}</p>
      <div className={styles.actions}>
        <Button kind="quiet" size="small" onClick={() => window.location.replace('about:blank')}>
          {registrationText('age.leave')}
        </Button>
        <Button kind="primary" size="small" onClick={() => setPreferences({ isOfAge: true })}>
          {registrationText('age.confirm', { years })}
        </Button>
      </div>
    </dialog>
  )
}
