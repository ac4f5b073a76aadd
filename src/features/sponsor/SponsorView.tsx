import type { ReactNode } from 'react'
import { entriesText } from '#messages/zh/entries.ts'
import { SponsorArt } from '#ui/art/SponsorArt.tsx'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Prose } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { type Sponsor, sponsorPath, SPONSORS_PATH } from '#lib/sponsors.ts'
import styles from './SponsorView.module.css'

interface SponsorViewProps {
  readonly sponsor: Sponsor
  readonly others: readonly Sponsor[]
  /** Below the story: the gift of the sponsor. */
  readonly children?: ReactNode
}

/** The page of a sponsor (S1.22): portrait and activities. */
export function SponsorView({ sponsor, others, children }: SponsorViewProps) {
  return (
    <>
      <Panel isLead className={styles.hero}>
        <SponsorArt art={sponsor.art} className={styles.art} />
        <div className={styles.words}>
          <Badge>{entriesText('sponsor.made')}</Badge>
          <h1>{sponsor.name}</h1>
          <p>{sponsor.slogan}</p>
        </div>
      </Panel>
      <Panel className={styles.story}>
        <Prose>
          {sponsor.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Prose>
      </Panel>
      {children}
      <Panel title={entriesText('sponsor.with')}>
        <Rows>
          {sponsor.together.map(({ title, text }) => (
            <Row key={title} title={title} note={text} className={styles.fact} />
          ))}
        </Rows>
      </Panel>
      {others.length > 0 && (
        <Panel
          title={entriesText('sponsor.others')}
          aside={<MoreLink to={SPONSORS_PATH}>{entriesText('sponsor.back')}</MoreLink>}
        >
          <Rows>
            {others.map((other) => (
              <Row key={other.n} title={other.name} note={other.slogan} to={sponsorPath(other)} />
            ))}
          </Rows>
        </Panel>
      )}
    </>
  )
}
