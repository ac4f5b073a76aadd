import { Link } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { t } from '#lib/text/t.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDocumentTitle } from '../use-document-title.ts'

/** An address that leads nowhere: one sentence and the way back. */
export function NotFoundPage() {
  useDocumentTitle(t('notFound.title'))
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link className={buttonClass({ kind: 'primary' })} to={DEFAULT_AFTER_SIGN_IN}>
          {t('notFound.action')}
        </Link>
      }
    />
  )
}
