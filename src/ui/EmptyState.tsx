import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import styles from './EmptyState.module.css'
import layout from './message.module.css'
import type { SceneName } from './Scene.tsx'
import { Stand } from './Stand.tsx'

// Most pages are never empty.
const Scene = lazy(async () => ({ default: (await import('./Scene.tsx')).Scene }))

export interface EmptyStateProps {
  /** What is the case: 这会儿没有比赛，看台还空着. */
  readonly title: string
  /** What happens next, one sentence. */
  readonly text?: string
  /** What is drawn: the empty stand by default; 查无结果 search, 没有资讯 news, 断网 offline, 关门 closed, 没有消息 mail. */
  readonly scene?: SceneName | 'stand'
  /** 1 where this is all that the page shows. */
  readonly level?: 1 | 2 | 3
  /** One action at most. */
  readonly action?: ReactNode
}

/** Nothing to show: a picture, one sentence, one action. */
export function EmptyState({ title, text, scene = 'stand', level = 3, action }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={layout.message}>
      {scene === 'stand' ? (
        <Stand crowd="empty" className={styles.picture} />
      ) : (
        <Suspense fallback={<svg viewBox="0 16 320 144" className={styles.picture} aria-hidden="true" />}>
          <Scene name={scene} className={styles.picture} />
        </Suspense>
      )}
      <Heading className={layout.title}>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
