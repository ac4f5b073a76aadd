import { useAtomValue } from 'jotai'
import { registrationText } from '#messages/zh/registration.ts'
import { Outbox } from '#features/auth/Outbox.tsx'
import { siteAtom } from '#state/site/site.ts'
import { PageBody } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { PlainFrame } from '../../access/PlainFrame.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { NotFoundPage } from '../access/NotFoundPage.tsx'

/** `/dev/outbox`: what a demo server sent instead of text messages and mails. */
export function OutboxPage() {
  const { isDemo } = useAtomValue(siteAtom)
  return isDemo ? <DemoOutbox /> : <NotFoundPage />
}

function DemoOutbox() {
  useDocumentTitle(registrationText('outbox.title'))
  return (
    <PlainFrame way="home">
      <PageBody title={registrationText('outbox.title')} lead={registrationText('outbox.lead')}>
        <Panel>
          <Outbox />
        </Panel>
      </PageBody>
    </PlainFrame>
  )
}
