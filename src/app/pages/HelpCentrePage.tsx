import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { helpText } from '#messages/zh/help.ts'
import { HELP_CATEGORIES } from '#protocol/rules/articles.ts'
import { HelpCentre } from '#features/help/HelpCentre.tsx'
import { MineSettings } from '#features/mine/MineSettings.tsx'
import { useNameMatcher } from '#features/search/use-name-matcher.ts'
import { isLikelyMemberAtom } from '#state/session/session.ts'
import { Page } from '#ui/page/Page.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'

/**
 * `/app/help` (S1.26): a category (`?category=`), or search results (`?q=`), pinyin included. Visitors find their settings
 * here, because `/app/mine` is for members (decision 195).
 */
export function HelpCentrePage() {
  const [search, setSearch] = useSearchParams()
  const category = HELP_CATEGORIES.find((each) => each === search.get('category')) ?? HELP_CATEGORIES[0]
  const query = search.get('q')?.trim() ?? ''
  const matches = useNameMatcher(query)
  const isMember = useAtomValue(isLikelyMemberAtom)
  useDocumentTitle(helpText('title'))
  return (
    <Page>
      <HelpCentre
        category={category}
        query={query}
        onQueryChange={(next) => setSearch(next === '' ? {} : { q: next }, { replace: true })}
        matches={matches}
      >
        {!isMember && (
          <div id="settings">
            <MineSettings />
          </div>
        )}
      </HelpCentre>
    </Page>
  )
}
