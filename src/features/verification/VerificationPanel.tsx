import { CircleCheck } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '#protocol/result.ts'
import type { SafeType, VerificationResult } from '#protocol/verification.ts'
import { verificationText } from '#messages/zh/verification.ts'
import { completeVerification } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { AfsCheck } from './AfsCheck.tsx'
import { AjCheck } from './AjCheck.tsx'
import type { CheckProps } from './check.ts'
import { ImageCode } from './ImageCode.tsx'
import { firstChoice, fromStart, withoutType, withType } from './type-choice.ts'
import styles from './VerificationPanel.module.css'

/** 验证通过 is shown for this time. */
const CONFIRMATION_MS = 700

interface VerificationPanelProps {
  /** The checks offered by the server, in the order in which they are tried. */
  readonly safeTypes: readonly SafeType[]
  /** Submits the result of a check; to the transport by default (S4.21). */
  readonly onResult?: (result: VerificationResult) => Promise<Result<null>>
  /** Called after the check was accepted and the confirmation was shown. */
  readonly onVerified: () => void
  /** Shows 取消 at the bottom. */
  readonly onClose?: (() => void) | undefined
}

const CHECKS: Readonly<Record<SafeType, ComponentType<CheckProps>>> = {
  anji: AjCheck,
  afs: AfsCheck,
  imageCode: ImageCode,
}

/** The offered checks, one at a time, with buttons to switch between them (S4.19). */
export function VerificationPanel(props: VerificationPanelProps) {
  const { safeTypes, onResult = completeVerification, onVerified, onClose } = props
  const [choice, setChoice] = useState(() => firstChoice(safeTypes))
  const [isPassed, setPassed] = useState(false)
  const { current } = choice
  const solve = async (result: VerificationResult) => {
    const verification = await onResult(result)
    if (verification.ok) setPassed(true)
    return verification
  }
  const Check = current && CHECKS[current]
  const items = choice.offered.map((value) => ({ value, label: verificationText(`type.${value}`) }))

  return (
    <div className={styles.panel}>
      <p className={styles.note} aria-live="polite">
        {current !== null && choice.note}
      </p>
      {current === null || Check === null ? (
        <ErrorPanel
          message={
            choice.note ?? (items.length === 0 ? verificationText('type.none') : verificationText('type.allFailed'))
          }
          {...(items.length > 0 && { onRetry: () => setChoice(fromStart) })}
        />
      ) : (
        <Tabs
          className={styles.tabs}
          value={current}
          onValueChange={(type: SafeType) => setChoice((now) => withType(now, type))}
        >
          {items.length > 1 && (
            <TabList className={styles.types} label={verificationText('type.label')} items={items} />
          )}
          <TabPanel value={current} className={styles.check}>
            <Check
              key={`${current} ${choice.attempt}`}
              onSolved={solve}
              onUnavailable={(reason) => setChoice((now) => withoutType(now, current, reason))}
              onImageCode={
                safeTypes.includes('imageCode') ? () => setChoice((now) => withType(now, 'imageCode')) : null
              }
            />
          </TabPanel>
        </Tabs>
      )}
      {isPassed && <Confirmation onShown={onVerified} />}
      <output className="visually-hidden">{isPassed && verificationText('check.passed')}</output>
      {onClose && (
        <Button className={styles.close} kind="quiet" size="small" onClick={onClose}>
          {verificationText('check.cancel')}
        </Button>
      )}
    </div>
  )
}

/** Shows 验证通过 for a moment. Screen readers read the output of the panel. */
function Confirmation({ onShown }: { readonly onShown: () => void }) {
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const timer = window.setTimeout(() => shown(), CONFIRMATION_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <div className={styles.passed} aria-hidden="true">
      <CircleCheck size={40} />
      <p>{verificationText('check.passed')}</p>
    </div>
  )
}
