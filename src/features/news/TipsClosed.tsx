import { nt } from '#lib/messages/news.ts'
import { Page } from '#ui/Page.tsx'
import { NotFound } from './NotFound.tsx'
import { NEWS_PATH } from './news-path.ts'
import { NewsNav } from './NewsNav.tsx'

/** Shown if the site has disabled its experts (expertTipsSwitch, S9.14). */
export function TipsClosed() {
  return (
    <Page>
      <NewsNav />
      <NotFound title={nt('tips.offTitle')} text={nt('tips.offText')} to={NEWS_PATH} action={nt('article.back')} />
    </Page>
  )
}
