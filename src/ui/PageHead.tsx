import styles from './PageHead.module.css'

/** The title and the purpose of a screen. */
export function PageHead({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <header>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </header>
  )
}
