import { Link, useParams } from 'react-router-dom'
import { ht } from '#lib/messages/help.ts'
import { helpArticle } from '#features/help/content/help-articles.ts'
import { HelpArticleView } from '#features/help/HelpArticleView.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './HelpArticlePage.module.css'

const HELP_PATH = '/app/help'

/** `/app/help/:id` (S1.26): one article of the help centre. */
export function HelpArticlePage() {
  const { id = '' } = useParams()
  const article = helpArticle(id)
  useDocumentTitle(article?.title ?? ht('goneTitle'))
  return (
    <Page>
      <div className={styles.back}>
        <BackLink to={article ? `${HELP_PATH}?category=${article.category}` : HELP_PATH}>{ht('back')}</BackLink>
      </div>
      {article ? (
        <HelpArticleView key={id} article={article} />
      ) : (
        <Panel>
          <EmptyState
            level={1}
            title={ht('goneTitle')}
            text={ht('goneText')}
            action={
              <Link className={buttonClass({ kind: 'primary' })} to={HELP_PATH}>
                {ht('back')}
              </Link>
            }
          />
        </Panel>
      )}
    </Page>
  )
}
