import { clubText } from '#messages/zh/club.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge, VipBadge } from '#ui/text/Badge.tsx'
import { percentText, yuanText } from './club-format.ts'
import styles from './club.module.css'

/** All grades and what they give. `current` is the grade of the member; null for a visitor. */
export function VipLadder({ current }: { readonly current: number | null }) {
  const query = useCachedData('vip.grades', {})
  return (
    <Panel title={clubText('vip.ladder')}>
      <Loaded query={query} title={clubText('vip.failed')} rows={11}>
        {({ grades, keepDays }) => (
          <>
            <table className={styles.ladder}>
              <thead>
                <tr>
                  <th scope="col">{clubText('vip.grade')}</th>
                  <th scope="col">{clubText('vip.turnover')}</th>
                  <th scope="col">{clubText('vip.rebate')}</th>
                  <th scope="col">{clubText('vip.birthday')}</th>
                  <th scope="col">{clubText('vip.withdrawals')}</th>
                </tr>
              </thead>
              <tbody>
                {grades.map(({ grade, turnover, rebatePpm, birthday, withdrawals }) => (
                  <tr key={grade} aria-current={grade === current || undefined}>
                    <th scope="row">
                      {grade === 0 ? <span>V0</span> : <VipBadge level={grade} />}
                      {grade === current && <Badge tone="accent">{clubText('vip.current')}</Badge>}
                    </th>
                    <td>{yuanText(turnover)}</td>
                    <td>{percentText(rebatePpm)}</td>
                    <td>{birthday === 0 ? '—' : yuanText(birthday)}</td>
                    <td>{clubText('vip.times', { count: withdrawals })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.note}>{clubText('vip.keepRule', { days: keepDays })}</p>
            <p className={styles.note}>{clubText('vip.ownMoney')}</p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
