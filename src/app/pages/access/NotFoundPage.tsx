import { Link, useNavigate } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { commonText } from '#messages/zh/common.ts'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { searchPath } from '#state/site/nav-path.ts'
import { requestSearchItems } from '../../search/search-sources.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './NotFoundPage.module.css'

/** Unknown URL: one sentence, a search, and a link home. */
export function NotFoundPage() {
  const navigate = useNavigate()
  useDocumentTitle(commonText('notFound.title'))
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        title={commonText('notFound.title')}
        text={commonText('notFound.text')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to={DEFAULT_AFTER_SIGN_IN}>
            {commonText('notFound.action')}
          </Link>
        }
      />
      <div className={styles.search}>
        <SearchBox
          query=""
          load={requestSearchItems}
          onSearch={(query) => void navigate(searchPath(query))}
          onGo={(path) => void navigate(path)}
        />
      </div>
    </div>
  )
}
