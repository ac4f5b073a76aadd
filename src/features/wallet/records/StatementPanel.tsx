import { useState } from 'react'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import styles from './statement.module.css'
import { StatementTotals } from './StatementTotals.tsx'

const PERIODS = ['24h', '7d', '30d', '12m'] as const satisfies readonly RequestOf<'responsible.statement'>['period'][]

/** The account statement of the time until now (Annex I). */
export function StatementPanel() {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('30d')
  const query = useServerData('responsible.statement', { period })
  const shown = { ...query, data: query.isCurrent ? query.data : null }
  return (
    <Panel
      title={walletText('records.statement.panel')}
      aside={<MoreLink to="/app/wallet/statement">{walletText('records.statement.full')}</MoreLink>}
    >
      <div className={styles.panel}>
        <Choices
          label={walletText('records.statement.period')}
          value={period}
          choices={PERIODS.map((value) => ({ value, label: walletText(`records.statement.${value}`) }))}
          onChange={setPeriod}
        />
        {shown.data ? (
          <StatementTotals statement={shown.data} />
        ) : (
          <Loaded
            query={shown}
            title={walletText('records.statement.failed')}
            failed={walletText('records.list.failedText')}
            rows={3}
            height={36}
          />
        )}
      </div>
    </Panel>
  )
}
