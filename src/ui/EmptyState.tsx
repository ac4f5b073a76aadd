import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { lazyPart } from './lazy-part.tsx'
import layout from './message.module.css'
import type { SceneName, SceneProps } from './Scene.tsx'
import { Stand } from './Stand.tsx'

/** The place of a picture: nothing moves when it comes, nor when it never does. */
function NoScene({ className }: SceneProps) {
  return <svg viewBox="0 16 320 144" className={className} aria-hidden="true" />
}

// Most pages are never empty.
const Scene = lazyPart<SceneProps>(async () => (await import('./Scene.tsx')).Scene, {
  Waiting: NoScene,
  Missing: NoScene,
})

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
        <Scene name={scene} className={styles.picture} />
      )}
      <Heading className={layout.title}>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
