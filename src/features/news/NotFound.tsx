import { Link } from 'react-router-dom'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'

interface NotFoundProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly action: string
}

/** The page of an item that does not exist: one sentence and a link. */
export function NotFound({ title, text, to, action }: NotFoundProps) {
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
