import { Link } from 'react-router-dom'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'

export interface GoneProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly action: string
}

/** The page of an item that does not exist: one sentence and a link. */
export function Gone({ title, text, to, action }: GoneProps) {
  return (
    <Panel>
      <EmptyState
        level={1}
        scene="news"
        title={title}
        text={text}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to={to}>
            {action}
          </Link>
        }
      />
    </Panel>
  )
}
