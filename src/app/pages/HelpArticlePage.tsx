import { Link, useParams } from 'react-router-dom'
import { helpText } from '#messages/zh/help.ts'
import { useHelpArticles } from '#features/help/help-articles.ts'
import { HelpArticleView } from '#features/help/HelpArticleView.tsx'
import { BackLink } from '#ui/button/BackLink.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageBody } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './HelpArticlePage.module.css'

const HELP_PATH = '/app/help'

/** `/app/help/:id` (S1.26): one article of the help centre, built-in or of the site. */
export function HelpArticlePage() {
  const { id = '' } = useParams()
  const { articles, query } = useHelpArticles()
  const article = articles.find((one) => one.id === id)
  const isMissing = !article && query.data !== null
  useDocumentTitle(article?.title ?? helpText(isMissing ? 'goneTitle' : 'title'))
  return (
    <Page>
      <div className={styles.back}>
        <BackLink to={article ? `${HELP_PATH}?category=${article.category}` : HELP_PATH}>{helpText('back')}</BackLink>
      </div>
      {article && <HelpArticleView key={id} article={article} articles={articles} />}
      {isMissing && <MissingArticle />}
      {!article && !isMissing && (
        <PageBody title={helpText('title')}>
          <Panel>
            <Loaded query={query} title={helpText('failed')} message={query.failure?.message ?? ''} rows={4} />
          </Panel>
        </PageBody>
      )}
    </Page>
  )
}

function MissingArticle() {
  return (
    <Panel>
      <EmptyState
        level={1}
        title={helpText('goneTitle')}
        text={helpText('goneText')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to={HELP_PATH}>
            {helpText('back')}
          </Link>
        }
      />
    </Panel>
  )
}
