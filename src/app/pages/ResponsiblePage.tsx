import { Link } from 'react-router-dom'
import { at } from '#lib/messages/access.ts'
import { buttonClass } from '#ui/button-class.ts'
import { PageBody, Prose } from '#ui/PageBody.tsx'
import { Panel } from '#ui/Panel.tsx'
import { PlainFrame } from '../access/PlainFrame.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'

const NOW = ['responsible.now.pause', 'responsible.now.session'] as const

/** `/app/responsible`: available tools, planned tools, and contacts. */
export function ResponsiblePage() {
  useDocumentTitle(at('responsible.page'))
  return (
    <PlainFrame way="home">
      <PageBody title={at('responsible.title')} lead={at('responsible.lead')}>
        <Panel title={at('responsible.moneyTitle')}>
          <Prose>
            <p>{at('responsible.moneyText')}</p>
          </Prose>
        </Panel>
        <Panel title={at('responsible.nowTitle')}>
          <Prose>
            <ul>
              {NOW.map((key) => (
                <li key={key}>{at(key)}</li>
              ))}
            </ul>
          </Prose>
        </Panel>
        <Panel title={at('responsible.laterTitle')}>
          <Prose>
            <p>{at('responsible.laterAge')}</p>
            <p>{at('responsible.laterText')}</p>
          </Prose>
        </Panel>
        <Panel title={at('responsible.stopTitle')}>
          <Prose>
            <p>{at('responsible.stopText')}</p>
            <Link className={buttonClass({ kind: 'outline' })} to="/cs">
              {at('responsible.help')}
            </Link>
          </Prose>
        </Panel>
      </PageBody>
    </PlainFrame>
  )
}
