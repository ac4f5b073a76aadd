import { LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from '#lib/text/t.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { VipBadge } from '#ui/Badge.tsx'
import { CoinBalance } from '#ui/Coin.tsx'
import { Menu } from '#ui/Menu.tsx'
import styles from './AccountMenu.module.css'
import type { ShellMember } from './shell-data.ts'

export interface AccountMenuProps {
  readonly member: ShellMember
  readonly onSignOut: () => void
  /** Another opener than the avatar. */
  readonly trigger?: ReactElement
}

/** Who is signed in, and the way out. */
export function AccountMenu({ member, onSignOut, trigger }: AccountMenuProps) {
  return (
    <Menu
      trigger={
        trigger ?? (
          <button className={styles.face} type="button" aria-label={t('nav.account', { name: member.nickname })}>
            <Avatar id={member.userId} src={member.avatar} size={32} />
          </button>
        )
      }
      head={
        <div className={styles.head}>
          <Avatar id={member.userId} src={member.avatar} size={40} />
          <div className={styles.who}>
            <b>{member.nickname}</b>
            <VipBadge level={member.vipLevel} />
          </div>
          {trigger && <CoinBalance amount={member.coins} />}
        </div>
      }
      items={[
        {
          key: 'sign-out',
          label: t('action.signOut'),
          icon: <LogOut size={20} />,
          tone: 'danger',
          onPress: onSignOut,
        },
      ]}
    />
  )
}
