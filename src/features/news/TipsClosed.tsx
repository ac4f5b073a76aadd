import { newsText } from '#messages/zh/news.ts'
import { Page } from '#ui/page/Page.tsx'
import { NotFound } from './NotFound.tsx'
import { NEWS_PATH } from './news-path.ts'
import { NewsNav } from './NewsNav.tsx'

/** Shown if the site has disabled its experts (expertTipsSwitch, S9.14). */
export function TipsClosed() {
  return (
    <Page>
      <NewsNav />
      <NotFound
        title={newsText('tips.offTitle')}
        text={newsText('tips.offText')}
        to={NEWS_PATH}
        action={newsText('article.back')}
      />
    </Page>
  )
}
