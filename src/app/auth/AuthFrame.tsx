import type { ReactNode } from 'react'
import { authText } from '#messages/zh/auth.ts'
import { SiteLogo } from '../SiteLogo.tsx'
import { Stand } from '#ui/art/Stand.tsx'
import styles from './AuthFrame.module.css'

interface AuthFrameProps {
  /** Stand at the left and form at the right, or a card in front of the stand (S2.4). On a phone only the form. */
  readonly form: 'split' | 'card'
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  /** Links below the form. */
  readonly links?: ReactNode
}

/** The frame of sign-in, registration and recovery. */
export function AuthFrame({ form, title, lead, children, links }: AuthFrameProps) {
  return (
    <main className={styles.page} data-form={form}>
      <div className={styles.picture}>
        <p className={styles.slogan}>{authText('auth.slogan')}</p>
        <p className={styles.about}>{authText('auth.sloganText')}</p>
        <Stand crowd="full" className={styles.stand} />
      </div>
      <div className={styles.side}>
        <div className={styles.card}>
          <SiteLogo className={styles.logo} to="/" height={40} />
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
          <div className={styles.links}>{links}</div>
          <p className={styles.fine}>{authText('auth.fine')}</p>
        </div>
      </div>
    </main>
  )
}
