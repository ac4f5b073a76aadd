import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { entriesText } from '#messages/zh/entries.ts'
import { SponsorGrid } from '#features/sponsor/SponsorCard.tsx'
import { sponsorsOf } from '#lib/sponsors.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'

/** `/app/sponsor` (S1.22): the enabled sponsors of the site. */
export function SponsorsPage() {
  const sponsors = sponsorsOf(useAtomValue(entrancesAtom).sponsors)
  useDocumentTitle(entriesText('sponsor.page'))
  return (
    <Page>
      {sponsors.length === 0 ? (
        <Panel>
          <EmptyState
            level={1}
            title={entriesText('sponsor.emptyTitle')}
            text={entriesText('sponsor.emptyText')}
            action={
              <Link className={buttonClass({ size: 'small' })} to="/app/home">
                {entriesText('sponsor.emptyGo')}
              </Link>
            }
          />
        </Panel>
      ) : (
        <>
          <PageHead title={entriesText('sponsor.page')} lead={entriesText('sponsor.lead')} />
          <SponsorGrid sponsors={sponsors} />
        </>
      )}
    </Page>
  )
}
