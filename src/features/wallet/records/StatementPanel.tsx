import { useState } from 'react'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#state/data/failure-text.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Choices } from '#ui/Choices.tsx'
import { LoadStates } from '#ui/LoadStates.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Panel } from '#ui/Panel.tsx'
import styles from './statement.module.css'
import { StatementTotals } from './StatementTotals.tsx'

const PERIODS = ['24h', '7d', '30d', '12m'] as const satisfies readonly RequestOf<'responsible.statement'>['period'][]

/** The account statement of the time until now (Annex I). */
export function StatementPanel() {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('30d')
  const query = useServerData('responsible.statement', { period })
  const { data, dataKey, failure } = query
  const isCurrent = dataKey === JSON.stringify({ period })
  const shown = { ...query, data: isCurrent ? data : null }
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
          <LoadStates
            query={shown}
            failed={walletText('records.statement.failed')}
            message={failureText(failure, walletText('records.list.failedText'))}
            rows={3}
            height={36}
          />
        )}
      </div>
    </Panel>
  )
}
