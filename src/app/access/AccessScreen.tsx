import type { ReactNode } from 'react'
import { Scene } from '#ui/Scene.tsx'
import { Stand } from '#ui/Stand.tsx'
import styles from './AccessScreen.module.css'
import { PlainFrame } from './PlainFrame.tsx'

export interface AccessScreenProps {
  /** What is the case, in the viewer's words. */
  readonly title: string
  /** What it means for them and what happens next. */
  readonly text: string
  /** Facts and controls under the text. */
  readonly children: ReactNode
  /** The empty stand by default; the gate where it is shut. Without a picture there is room for a control of its size. */
  readonly picture?: 'stand' | 'gate' | 'none'
}

/** One matter, told in one card: the stand, what is the case, and what can be done. */
export function AccessScreen({ title, text, children, picture = 'stand' }: AccessScreenProps) {
  return (
    <PlainFrame way="help">
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
