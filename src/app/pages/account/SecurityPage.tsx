import { securityText } from '#messages/zh/security.ts'
import { SECURITY_GROUPS, SecurityRows } from '#features/security/SecurityList.tsx'
import { useSecurity } from '#state/session/security.ts'
import { SecurityStates } from './SecurityStates.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Rows } from '#ui/page/Rows.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './security.module.css'

/** `/app/security`: the parts of the security centre with their states. */
export function SecurityPage() {
  useDocumentTitle(securityText('page.title'))
  return (
    <MemberOnly>
      <Page>
        <PageHead title={securityText('page.title')} lead={securityText('page.lead')} />
        <Overview />
      </Page>
    </MemberOnly>
  )
}

function Overview() {
  const security = useSecurity()
  const { data: overview } = security
  if (overview === null) return <SecurityStates security={security} />
  return (
    <div className={styles.groups}>
      {SECURITY_GROUPS.map(({ key, parts }) => (
        <Panel key={key} title={securityText(`group.${key}`)}>
          <Rows>
            <SecurityRows parts={parts} overview={overview} />
          </Rows>
        </Panel>
      ))}
    </div>
  )
}
