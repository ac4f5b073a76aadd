import type { Member } from '#protocol/endpoints/shapes.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { CoinBalance } from '#ui/art/Coin.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Skeleton, Loading } from '#ui/state/Skeleton.tsx'
import { VipBadge } from '#ui/text/Badge.tsx'
import styles from './MineHead.module.css'

interface MineHeadProps {
  /** Undefined while the session is restored. */
  readonly member: Member | undefined
  /** Whole coins; null while unknown. */
  readonly coins: number | null
}

export function MineHead({ member, coins }: MineHeadProps) {
  if (member === undefined) {
    return (
      <Panel isLead>
        <Loading className={styles.head}>
          <Skeleton shape="circle" width="64px" height="64px" />
          <span className={styles.coins}>
            <Skeleton width="120px" height="22px" />
          </span>
        </Loading>
      </Panel>
    )
  }
  return (
    <Panel isLead>
      <div className={styles.head}>
        <Avatar id={member.userId} src={member.avatar} size={64} />
        <div className={styles.who}>
          <h1 dir="auto">{member.nickname}</h1>
          <span className={styles.level}>
            <VipBadge level={member.vipLevel} />
            {entriesText('mine.member', { level: member.level })}
          </span>
        </div>
        <CoinBalance className={styles.coins} amount={coins} />
      </div>
    </Panel>
  )
}
