import { Link } from 'react-router-dom'
import { entriesText } from '#messages/zh/entries.ts'
import { cardLink } from '#ui/button/card-link.ts'
import styles from './SponsorCard.module.css'
import { SponsorArt } from '#ui/art/SponsorArt.tsx'
import { type Sponsor, sponsorPath } from '#lib/sponsors.ts'

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

export function SponsorGrid({ sponsors }: { readonly sponsors: readonly Sponsor[] }) {
  return (
    <ul className={styles.grid}>
      {sponsors.map((sponsor) => (
        <SponsorCard key={sponsor.n} sponsor={sponsor} />
      ))}
    </ul>
  )
}
