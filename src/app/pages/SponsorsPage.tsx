import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { entriesText } from '#messages/zh/entries.ts'
import { type Sponsor, sponsorPath, sponsorsOf } from '#lib/sponsors.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { SponsorArt } from '#ui/art/SponsorArt.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { cardLink } from '#ui/button/card-link.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './SponsorsPage.module.css'

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
          <ul className={styles.grid}>
            {sponsors.map((sponsor) => (
              <SponsorCard key={sponsor.n} sponsor={sponsor} />
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

/** A sponsor in the list: scene, name, summary. The whole card is a link. */
function SponsorCard({ sponsor }: { readonly sponsor: Sponsor }) {
  return (
    <li className={styles.card}>
      <SponsorArt art={sponsor.art} className={styles.art} />
      <div className={styles.text}>
        <h2>
          <Link className={cardLink} to={sponsorPath(sponsor)}>
            {sponsor.name}
          </Link>
        </h2>
        <p className={styles.slogan}>{sponsor.slogan}</p>
        <p>{sponsor.summary}</p>
        <span className={styles.more} aria-hidden="true">
          {entriesText('sponsor.more')}
        </span>
      </div>
    </li>
  )
}
