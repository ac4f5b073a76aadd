import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { pointsText } from '#messages/zh/points.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { momentText } from './points-format.ts'
import styles from './points.module.css'

/** The balance and the rule by which points are earned. */
export function PointsHead({ data }: { readonly data: DataOf<'points.get'> }) {
  const { balance, turnoverPerPoint, isBarred, nextCountAt, resetAt } = data
  return (
    <Panel title={pointsText('head.title')} isLead>
      <div className={styles.head}>
        <p className={styles.balance} aria-live="polite" data-points={balance}>
          {formatCount(balance)}
        </p>
        {isBarred && <p>{pointsText('head.barred')}</p>}
        <Facts layout="tiles" className={styles.facts}>
          <Fact name={pointsText('head.rule')}>
            {pointsText('head.ruleValue', { turnover: formatMoney(turnoverPerPoint, CURRENCIES.CNY) })}
          </Fact>
          <Fact name={pointsText('head.next')}>{momentText(nextCountAt)}</Fact>
          <Fact name={pointsText('head.reset')}>{momentText(resetAt)}</Fact>
        </Facts>
        <p className={styles.muted}>{pointsText('ownMoney')}</p>
      </div>
    </Panel>
  )
}
