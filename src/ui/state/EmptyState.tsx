import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { lazyPart } from './lazy-part.tsx'
import layout from './message.module.css'
import type { SceneName, SceneProps } from '#ui/art/Scene.tsx'
import { Stand } from '#ui/art/Stand.tsx'

/** Reserves the space of the picture. */
function NoScene({ className }: SceneProps) {
  return <svg viewBox="0 16 320 144" className={className} aria-hidden="true" />
}

// Loaded on demand, because most pages are never empty.
const Scene = lazyPart<SceneProps>(async () => (await import('#ui/art/Scene.tsx')).Scene, {
  Waiting: NoScene,
  Missing: NoScene,
})

interface EmptyStateProps {
  /** For example 这会儿没有比赛，看台还空着. */
  readonly title: string
  /** What happens next, one sentence. */
  readonly text?: string
  /** Picture: empty stand by default; search, news, offline, closed, mail. */
  readonly scene?: SceneName | 'stand'
  /** 1 if this is the whole page. */
  readonly level?: 1 | 2 | 3
  /** At most one action. */
  readonly action?: ReactNode
}

/** An empty state: picture, one sentence, one action. */
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
