import { Link } from 'react-router-dom'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { et } from '#lib/messages/entries.ts'
import { t } from '#lib/messages/common.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { VipBadge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CoinBalance } from '#ui/Coin.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Skeleton, Loading } from '#ui/Skeleton.tsx'
import { Stand } from '#ui/Stand.tsx'
import styles from './MineHead.module.css'

export interface MineHeadProps {
  /** Null for a visitor; undefined while the session of a member is restored. */
  readonly member: Member | null | undefined
  /** Whole coins; null while unknown. */
  readonly coins: number | null
  readonly signInPath: string
}

/** The member with coins, or a visitor with a sign-in link. */
export function MineHead({ member, coins, signInPath }: MineHeadProps) {
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
  if (member === null) {
    return (
      <Panel isLead className={styles.guest}>
        <div className={styles.words}>
          <h1>{et('mine.guest')}</h1>
          <p>{et('mine.guestText')}</p>
          <Link className={buttonClass({ kind: 'primary' })} to={signInPath}>
            {t('action.signIn')}
          </Link>
        </div>
        <Stand crowd="empty" className={styles.stand} />
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
            {et('mine.member', { level: member.level })}
          </span>
        </div>
        <CoinBalance className={styles.coins} amount={coins} />
      </div>
    </Panel>
  )
}
