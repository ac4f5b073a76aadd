import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { accessText } from '#messages/zh/access.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { SiteLogo } from '../SiteLogo.tsx'
import styles from './PlainFrame.module.css'

interface PlainFrameProps {
  /** The link at the top right, if there is one. */
  readonly way: 'help' | 'home' | null
  readonly children: ReactNode
}

const WAYS = { help: { to: '/cs', text: 'frame.help' }, home: { to: '/', text: 'frame.home' } } as const

/** The frame of screens without the shell. It needs neither server nor session. */
export function PlainFrame({ way, children }: PlainFrameProps) {
  const link = way === null ? null : WAYS[way]
  return (
    <div className={styles.page} data-ground={way === 'home' ? 'plain' : 'lit'}>
      <header className={styles.head}>
        <SiteLogo className={styles.logo} to="/" />
        {link && (
          <Link className={buttonClass({ kind: 'quiet', size: 'small' })} to={link.to}>
            {accessText(link.text)}
          </Link>
        )}
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>{accessText('frame.fine')}</footer>
    </div>
  )
}
