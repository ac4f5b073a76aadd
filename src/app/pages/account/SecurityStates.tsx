import { securityText } from '#messages/zh/security.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import type { SecurityOverview } from '#state/session/security.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './security.module.css'

/** Loading and error states of the security centre. */
export function SecurityStates({ security }: { readonly security: ServerData<SecurityOverview> }) {
  if (security.failure !== null) {
    return (
      <Panel>
        <Loaded query={security} title={securityText('page.failed')} />
      </Panel>
    )
  }
  return (
    <Loading className={styles.groups}>
      <Skeleton shape="plate" height="178px" />
      <Skeleton shape="plate" height="178px" />
    </Loading>
  )
}
