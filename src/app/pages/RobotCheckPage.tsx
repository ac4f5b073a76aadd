import { useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SafeType } from '#protocol/verification.ts'
import { at } from '#lib/text/access.ts'
import { VerificationPanel } from '#features/verification/VerificationPanel.tsx'
import { isRobotCheckOpenAtom } from '#state/access.ts'
import { AccessScreen } from '../access/AccessScreen.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import { wayBack } from '../way-back.ts'
import styles from './RobotCheckPage.module.css'

const SAFE_TYPES: readonly SafeType[] = ['anji', 'afs', 'imageCode']

/** `/robot-check?fromPage=` (S4.17): one check, then back to where it was asked for. */
export function RobotCheckPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const setOpen = useSetAtom(isRobotCheckOpenAtom)
  useDocumentTitle(at('robot.page'))
  return (
    <AccessScreen title={at('robot.title')} text={at('robot.text')} picture="none">
      <div className={styles.check}>
        <VerificationPanel
          safeTypes={SAFE_TYPES}
          onVerified={() => {
            setOpen(false)
            void navigate(wayBack(location), { replace: true })
          }}
        />
      </div>
      <p className={styles.note}>{at('robot.alternative')}</p>
    </AccessScreen>
  )
}
