import { RefreshCw } from 'lucide-react'
import { accessText } from '#messages/zh/access.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { AccessScreen } from './AccessScreen.tsx'
import styles from './OriginRefused.module.css'
import { Reason } from './Reason.tsx'

/**
 * Shown instead of every screen while the server refuses pages of this origin: behind a proxy that does not pass Host, or
 * at an origin that ALLOWED_ORIGINS does not name. The page continues by itself when the server accepts it.
 */
export function OriginRefused() {
  useDocumentTitle(accessText('origin.page'))
  const { origin } = window.location
  return (
    <AccessScreen title={accessText('origin.title')} text={accessText('origin.text')} picture="gate" hasHelp={false}>
      <Reason label={accessText('origin.here')} text={origin} />
      <Button
        className={styles.button}
        kind="primary"
        size="large"
        icon={<RefreshCw size={16} />}
        onClick={() => window.location.reload()}
      >
        {commonText('action.retry')}
      </Button>
      <p className={styles.note}>{accessText('origin.auto')}</p>
      <section className={styles.fix}>
        <h2>{accessText('origin.fixTitle')}</h2>
        <p>{accessText('origin.fix', { origin })}</p>
        <code>npm run doctor -- --origin {origin}</code>
      </section>
    </AccessScreen>
  )
}
