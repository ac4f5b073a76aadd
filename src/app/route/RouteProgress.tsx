import { useNavigation } from 'react-router-dom'
import { t } from '#lib/messages/common.ts'
import styles from './RouteProgress.module.css'

/** A thin progress bar while the code of the next screen loads; hidden for the first 150 ms. */
export function RouteProgress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <output className={styles.place}>
      {isLoading && (
        <span className={styles.line}>
          <span className="visually-hidden">{t('route.loading')}</span>
        </span>
      )}
    </output>
  )
}
