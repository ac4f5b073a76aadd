import { useState } from 'react'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { wrt } from '#lib/messages/wallet-records.ts'
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
      title={wrt('statement.panel')}
      aside={<MoreLink to="/app/wallet/statement">{wrt('statement.full')}</MoreLink>}
    >
      <div className={styles.panel}>
        <Choices
          label={wrt('statement.period')}
          value={period}
          choices={PERIODS.map((value) => ({ value, label: wrt(`statement.${value}`) }))}
          onChange={setPeriod}
        />
        {shown.data ? (
          <StatementTotals statement={shown.data} />
        ) : (
          <LoadStates
            query={shown}
            failed={wrt('statement.failed')}
            message={failureText(failure, wrt('list.failedText'))}
            rows={3}
            height={36}
          />
        )}
      </div>
    </Panel>
  )
}
