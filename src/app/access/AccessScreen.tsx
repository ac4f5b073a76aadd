import type { ReactNode } from 'react'
import { Scene } from '#ui/art/Scene.tsx'
import { Stand } from '#ui/art/Stand.tsx'
import styles from './AccessScreen.module.css'
import { PlainFrame } from './PlainFrame.tsx'

interface AccessScreenProps {
  /** The situation in the viewer's words. */
  readonly title: string
  /** The consequence and what happens next. */
  readonly text: string
  /** Details and controls below the text. */
  readonly children: ReactNode
  /** The empty stand by default; a gate if the site is closed. `none` leaves room for another control. */
  readonly picture?: 'stand' | 'gate' | 'none'
  /** False if customer service cannot be opened either; true by default. */
  readonly hasHelp?: boolean
}

/** A card with a picture, the situation, and possible actions. */
export function AccessScreen({ title, text, children, picture = 'stand', hasHelp = true }: AccessScreenProps) {
  return (
    <PlainFrame way={hasHelp ? 'help' : null}>
      <div className={styles.card}>
        {picture === 'stand' && <Stand crowd="empty" className={styles.picture} />}
        {picture === 'gate' && <Scene name="closed" className={styles.picture} />}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </PlainFrame>
  )
}
