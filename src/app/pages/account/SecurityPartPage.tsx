import { useAtomValue } from 'jotai'
import { Navigate, useParams } from 'react-router-dom'
import { securityText } from '#messages/zh/security.ts'
import { EmailForm, PhoneForm } from '#features/security/ContactForms.tsx'
import { DevicePanel } from '#features/security/DevicePanel.tsx'
import { HistoryPanel } from '#features/security/HistoryPanel.tsx'
import { IdlePanel } from '#features/security/IdlePanel.tsx'
import { PasskeyPanel } from '#features/security/PasskeyPanel.tsx'
import { PasswordForm } from '#features/security/PasswordForm.tsx'
import { partTitle, SECURITY_PARTS, type SecurityPart, SecurityRows } from '#features/security/SecurityList.tsx'
import { WithdrawPasswordForm } from '#features/security/WithdrawPasswordForm.tsx'
import { type SecurityOverview, useSecurity } from '#state/session/security.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Rows } from '#ui/page/Rows.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { SecurityStates } from './SecurityStates.tsx'
import styles from './security.module.css'

const isPart = (part: string): part is SecurityPart => (SECURITY_PARTS as readonly string[]).includes(part)

/** `/app/security/:part`: one part; beside the list of all parts on wide screens. */
export function SecurityPartPage() {
  const { part = '' } = useParams()
  useDocumentTitle(isPart(part) ? partTitle(part) : securityText('page.title'))
  const { withdrawPassword } = useAtomValue(entrancesAtom)
  if (!isPart(part) || (part === 'withdraw' && !withdrawPassword)) return <Navigate to="/app/security" replace />
  return (
    <MemberOnly>
      <Page>
        <BackLink to="/app/security">{securityText('page.back')}</BackLink>
        <PartScreen part={part} />
      </Page>
    </MemberOnly>
  )
}

function PartScreen({ part }: { readonly part: SecurityPart }) {
  const security = useSecurity()
  const { data: overview } = security
  if (overview === null) return <SecurityStates security={security} />
  return (
    <div className={styles.split}>
      <nav className={styles.list} aria-label={securityText('page.parts')}>
        <Panel>
          <Rows>
            <SecurityRows parts={SECURITY_PARTS} overview={overview} current={part} />
          </Rows>
        </Panel>
      </nav>
      <Panel className={styles.panel}>
        <h1 className={styles.title}>{partTitle(part)}</h1>
        <Part part={part} overview={overview} />
      </Panel>
    </div>
  )
}

/** The content of one part. Forms are keyed by the state that they change, so that they are empty after a change. */
function Part({ part, overview }: { readonly part: SecurityPart; readonly overview: SecurityOverview }) {
  switch (part) {
    case 'password':
      return <PasswordForm userName={overview.name} />
    case 'passkeys':
      return <PasskeyPanel security={overview} />
    case 'phone':
      return <PhoneForm key={overview.phone?.masked} current={overview.phone} />
    case 'email':
      return <EmailForm key={overview.email} current={overview.email} />
    case 'withdraw':
      return <WithdrawPasswordForm security={overview} />
    case 'devices':
      return <DevicePanel idleMinutes={overview.idleMinutes} />
    case 'idle':
      return <IdlePanel key={overview.idleMinutes} idleMinutes={overview.idleMinutes} />
    case 'history':
      return <HistoryPanel />
  }
}
