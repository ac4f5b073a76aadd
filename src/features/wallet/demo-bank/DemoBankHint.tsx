import { useAtomValue } from 'jotai'
import { walletText } from '#messages/zh/wallet.ts'
import { siteAtom } from '#state/site/site.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import styles from './DemoBankForm.module.css'

/** In demo mode: the way to the choice of how the demo bank treats orders. */
export function DemoBankHint() {
  const { isDemo } = useAtomValue(siteAtom)
  return (
    isDemo && (
      <p className={styles.hint}>
        {walletText('home.bank.hint')}
        <MoreLink to="/dev/bank">{walletText('home.bank.title')}</MoreLink>
      </p>
    )
  )
}
