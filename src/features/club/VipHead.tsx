import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { gradeOf, VIP_GRADES } from '#protocol/club/grades.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { clubText } from '#messages/zh/club.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { cnyText, dateText, dateTimeText, dayText } from './club-format.ts'
import styles from './club.module.css'

/** The grade of the member, its progress and its keep period. */
export function VipHead() {
  const query = useMemberData('vip.mine', {})
  useGradeInSession(query.data?.grade)
  return (
    <Panel title={clubText('vip.mine')} isLead>
      <div className={styles.head}>
        <Loaded query={query} title={clubText('vip.failed')} rows={3} height={56}>
          {(vip) => <Progress vip={vip} />}
        </Loaded>
      </div>
    </Panel>
  )
}

function Progress({ vip }: { readonly vip: DataOf<'vip.mine'> }) {
  const { grade, counted, waiting, keep, isBarred, nextCountAt } = vip
  const next = grade + 1 < VIP_GRADES.length ? gradeOf(grade + 1) : null
  const from = gradeOf(grade).turnover
  const share = next ? Math.max(0, Math.min(1, (counted - from) / (next.turnover - from))) : 1
  const text = next
    ? clubText('vip.next', { amount: cnyText(Math.max(0, next.turnover - counted)), grade: next.grade })
    : clubText('vip.top')
  return (
    <>
      <p className={styles.grade}>{clubText('vip.name', { grade })}</p>
      {isBarred ? (
        <p>{clubText('vip.barred')}</p>
      ) : (
        <>
          <progress className={styles.bar} value={share} aria-label={clubText('vip.progress')} aria-valuetext={text} />
          <p>{text}</p>
        </>
      )}
      <Facts layout="tiles" className={styles.facts}>
        <Fact name={clubText('vip.counted')}>{cnyText(counted)}</Fact>
        <Fact name={clubText('vip.waiting')}>
          {cnyText(waiting)}
          <small>{clubText('vip.waitingNote', { time: dateTimeText(nextCountAt) })}</small>
        </Fact>
        {keep && (
          <Fact name={clubText('vip.keep')}>
            {clubText('vip.keepValue', { done: cnyText(keep.done), needed: cnyText(keep.needed) })}
            <small>{clubText('vip.keepUntil', { date: dateText(keep.until) })}</small>
          </Fact>
        )}
      </Facts>
    </>
  )
}

/** A grade that has changed since sign-in is shown everywhere on the page. */
function useGradeInSession(grade: number | undefined): void {
  const [session, setSession] = useAtom(sessionAtom)
  useEffect(() => {
    if (!session || grade === undefined || session.member.vipLevel === grade) return
    setSession({ ...session, member: { ...session.member, vipLevel: grade } })
  }, [session, grade, setSession])
}

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
