import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { at } from '#lib/messages/access.ts'
import { buttonClass } from '#ui/button-class.ts'
import { SiteLogo } from '../SiteLogo.tsx'
import styles from './PlainFrame.module.css'

export interface PlainFrameProps {
  /** The link at the top right. */
  readonly way: 'help' | 'home'
  readonly children: ReactNode
}

const WAYS = { help: { to: '/cs', text: 'frame.help' }, home: { to: '/', text: 'frame.home' } } as const

/** The frame of screens without the shell. It needs neither server nor session. */
export function PlainFrame({ way, children }: PlainFrameProps) {
  const { to, text } = WAYS[way]
  return (
    <div className={styles.page} data-ground={way === 'help' ? 'lit' : 'plain'}>
      <header className={styles.head}>
        <SiteLogo className={styles.logo} to="/" />
        <Link className={buttonClass({ kind: 'quiet', size: 'small' })} to={to}>
          {at(text)}
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>{at('frame.fine')}</footer>
    </div>
  )
}
