import { useSetAtom, useStore } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { accessText } from '#messages/zh/access.ts'
import { VerificationPanel } from '#features/verification/VerificationPanel.tsx'
import { isRobotCheckOpenAtom } from '#state/session/session.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { AccessScreen } from '../../access/AccessScreen.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { wayBack } from '../../outcomes/way-back.ts'
import styles from './RobotCheckPage.module.css'
import { useEffect, useState } from 'react'
import { offeredSafeTypes, type SafeType } from '#protocol/verification.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'

/** `/robot-check?fromPage=` (S4.17): one check, then back to the previous screen. */
export function RobotCheckPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const setOpen = useSetAtom(isRobotCheckOpenAtom)
  const safeTypes = useOfferedTypes()
  useDocumentTitle(accessText('robot.page'))
  return (
    <AccessScreen title={accessText('robot.title')} text={accessText('robot.text')} picture="none">
      <div className={styles.check}>
        {safeTypes === null ? (
          <Loading>
            <Skeleton height="calc(50cqw + 156px)" shape="plate" />
          </Loading>
        ) : (
          <VerificationPanel
            safeTypes={safeTypes}
            onVerified={() => {
              setOpen(false)
              // It was refused before; nothing else requests it again.
              void loadSiteConfig()
              void navigate(wayBack(location), { replace: true })
            }}
          />
        )}
      </div>
      {safeTypes?.includes('imageCode') !== false && <p className={styles.note}>{accessText('robot.alternative')}</p>}
    </AccessScreen>
  )
}

/**
 * S4.19: the enabled kinds of checks in order of preference, from the site configuration, which suspects may read. Null
 * until it is loaded; the last known value if it cannot be loaded.
 */
export function useOfferedTypes(): readonly SafeType[] | null {
  const store = useStore()
  const [types, setTypes] = useState<readonly SafeType[] | null>(null)
  useEffect(() => {
    let isUnavailable = false
    const ask = async () => {
      await loadSiteConfig()
      if (!isUnavailable) setTypes(offeredSafeTypes(store.get(siteConfigAtom).safeVerifyTypes))
    }
    void ask()
    return () => {
      isUnavailable = true
    }
  }, [store])
  return types
}
