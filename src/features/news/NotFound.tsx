import { Link } from 'react-router-dom'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

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
