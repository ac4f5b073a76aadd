import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { rt } from '#lib/text/room.ts'
import { buttonClass } from '#ui/button-class.ts'
import styles from './Composer.module.css'

export interface SignInToChatProps {
  /** The sign-in page with the way back. */
  readonly to: string
  readonly giftButton: ReactNode
}

/** In the composer's place for visitors, who only read (S6.2). */
export function SignInToChat({ to, giftButton }: SignInToChatProps) {
  return (
    <div className={styles.composer}>
      <div className={styles.row}>
        <Link className={buttonClass({ kind: 'outline', isWide: true })} style={{ flex: 1, height: 40 }} to={to}>
          {rt('chat.signIn')}
        </Link>
        {giftButton}
      </div>
    </div>
  )
}
