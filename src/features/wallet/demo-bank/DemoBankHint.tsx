import { useAtomValue } from 'jotai'
import { wht } from '#lib/messages/wallet-home.ts'
import { siteAtom } from '#state/site/site.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import styles from './DemoBankForm.module.css'

/** In demo mode: the way to the choice of how the demo bank treats orders. */
export function DemoBankHint() {
  const { isDemo } = useAtomValue(siteAtom)
  return (
    isDemo && (
      <p className={styles.hint}>
        {wht('bank.hint')}
        <MoreLink to="/dev/bank">{wht('bank.title')}</MoreLink>
      </p>
    )
  )
}
