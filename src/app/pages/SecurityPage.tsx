import { Navigate, useParams } from 'react-router-dom'
import { sec } from '#lib/messages/security.ts'
import { EmailForm, PhoneForm } from '#features/security/ContactForms.tsx'
import { DevicePanel } from '#features/security/DevicePanel.tsx'
import { HistoryPanel } from '#features/security/HistoryPanel.tsx'
import { IdlePanel } from '#features/security/IdlePanel.tsx'
import { PasskeyPanel } from '#features/security/PasskeyPanel.tsx'
import { PasswordForm } from '#features/security/PasswordForm.tsx'
import type { SecurityPart } from '#features/security/SecurityList.tsx'
import { partTitle, SECURITY_GROUPS, SECURITY_PARTS, SecurityRows } from '#features/security/SecurityList.tsx'
import { WithdrawPasswordForm } from '#features/security/WithdrawPasswordForm.tsx'
import { failureText } from '#state/data/failure-text.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import type { SecurityOverview } from '#state/session/security.ts'
import { useSecurity } from '#state/session/security.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Rows } from '#ui/Rows.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { MemberOnly } from '../route/MemberOnly.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './SecurityPage.module.css'

/** `/app/security`: the parts of the security centre with their states. */
export function SecurityPage() {
  useDocumentTitle(sec('page.title'))
  return (
    <MemberOnly>
      <Page>
        <PageHead title={sec('page.title')} lead={sec('page.lead')} />
        <Overview />
      </Page>
    </MemberOnly>
  )
}

function Overview() {
  const security = useSecurity()
  const { data: overview } = security
  if (overview === null) return <States security={security} />
  return (
    <div className={styles.groups}>
      {SECURITY_GROUPS.map(({ key, parts }) => (
        <Panel key={key} title={sec(`group.${key}`)}>
          <Rows>
            <SecurityRows parts={parts} overview={overview} />
          </Rows>
        </Panel>
      ))}
    </div>
  )
}

const isPart = (part: string): part is SecurityPart => (SECURITY_PARTS as readonly string[]).includes(part)

/** `/app/security/:part`: one part; beside the list of all parts on wide screens. */
export function SecurityPartPage() {
  const { part = '' } = useParams()
  useDocumentTitle(isPart(part) ? partTitle(part) : sec('page.title'))
  if (!isPart(part)) return <Navigate to="/app/security" replace />
  return (
    <MemberOnly>
      <Page>
        <BackLink to="/app/security">{sec('page.back')}</BackLink>
        <PartScreen part={part} />
      </Page>
    </MemberOnly>
  )
}

function PartScreen({ part }: { readonly part: SecurityPart }) {
  const security = useSecurity()
  const { data: overview } = security
  if (overview === null) return <States security={security} />
  return (
    <div className={styles.split}>
      <nav className={styles.list} aria-label={sec('page.parts')}>
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

/** Loading and error states of the security centre. */
function States({ security }: { readonly security: ServerData<SecurityOverview> }) {
  const { failure, isLoading, retry } = security
  if (failure === null) {
    return (
      <Loading className={styles.groups}>
        <Skeleton shape="plate" height="178px" />
        <Skeleton shape="plate" height="178px" />
      </Loading>
    )
  }
  return (
    <Panel>
      <ErrorPanel
        title={sec('page.failed')}
        message={failureText(failure, sec('page.failed'))}
        code={failure.code}
        traceId={failure.traceId}
        isRetrying={isLoading}
        onRetry={retry}
      />
    </Panel>
  )
}
