import { securityText } from '#messages/zh/security.ts'
import { failureText } from '#state/data/failure-text.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import type { SecurityOverview } from '#state/session/security.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './security.module.css'

/** Loading and error states of the security centre. */
export function SecurityStates({ security }: { readonly security: ServerData<SecurityOverview> }) {
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
        title={securityText('page.failed')}
        message={failureText(failure, securityText('page.failed'))}
        code={failure.code}
        traceId={failure.traceId}
        isRetrying={isLoading}
        onRetry={retry}
      />
    </Panel>
  )
}
