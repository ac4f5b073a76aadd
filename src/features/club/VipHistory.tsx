import { clubText } from '#messages/zh/club.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { dayText } from './club-format.ts'
import styles from './club.module.css'

/** The last changes of the grade. */
export function VipHistory() {
  const query = useMemberData('vip.history', {})
  return (
    <Panel title={clubText('vip.history')}>
      <Loaded query={query} title={clubText('vip.historyFailed')} rows={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.note}>{clubText('vip.historyNone')}</p>
          ) : (
            <Rows>
              {list.map(({ date, from, to, reason }) => (
                <Row
                  key={`${date} ${from} ${to}`}
                  title={clubText('vip.change', { from, to })}
                  note={clubText(`vip.reason.${reason}`)}
                  end={<span className={styles.muted}>{dayText(date)}</span>}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Panel>
  )
}
