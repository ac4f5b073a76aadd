import { Link } from 'react-router-dom'
import { ht } from '#lib/messages/home.ts'
import { t } from '#lib/messages/common.ts'
import styles from './FinePrint.module.css'

/** The page footer: age limit, play money, and the link to the limits. */
export function FinePrint() {
  return (
    <p className={styles.fine}>
      {t('site.fine')}
      <br />
      {ht('fine.limits')}
      <Link className={styles.link} to="/app/responsible">
        {ht('fine.action')}
      </Link>
    </p>
  )
}
