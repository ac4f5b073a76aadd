import { directionOf } from '#messages/bidi.ts'
import styles from './PageHead.module.css'

/** The title and the purpose of a screen. */
export function PageHead({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <header>
      <h1 className={styles.title} dir={directionOf(title)}>
        {title}
      </h1>
      <p className={styles.lead} dir={directionOf(lead)}>
        {lead}
      </p>
    </header>
  )
}
