import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cardLink } from '#ui/button/card-link.ts'
import styles from './OfferCard.module.css'

export interface Offer {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** Label of the link: 生成海报. */
  readonly go: string
}

/** An activity. The whole card is a link. */
function OfferCard({ to, icon: Icon, title, text, go }: Offer) {
  return (
    <li className={styles.card}>
      <span className={styles.icon}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <div className={styles.text}>
        <h3>
          <Link className={cardLink} to={to}>
            {title}
          </Link>
        </h3>
        <p>{text}</p>
      </div>
      <span className={styles.go} aria-hidden="true">
        {go}
      </span>
    </li>
  )
}

/** Activities in a grid. */
export function OfferGrid({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <ul className={styles.grid}>
      {offers.map((offer) => (
        <OfferCard key={offer.to} {...offer} />
      ))}
    </ul>
  )
}
