import { LogOut, User } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { commonText } from '#messages/zh/common.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { VipBadge } from '#ui/text/Badge.tsx'
import styles from './AccountMenu.module.css'
import type { ShellMember } from './shell-data.ts'

interface AccountMenuProps {
  readonly member: ShellMember
  readonly onSignOut: () => void
}

/** The menu of the signed-in member: profile page and sign-out. */
export function AccountMenu({ member, onSignOut }: AccountMenuProps) {
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <button className={styles.face} type="button" aria-label={commonText('nav.account', { name: member.nickname })}>
          <Avatar id={member.userId} src={member.avatar} size={32} />
        </button>
      }
      head={
        <div className={styles.head}>
          <Avatar id={member.userId} src={member.avatar} size={40} />
          <div className={styles.who}>
            <b dir="auto">{member.nickname}</b>
            <VipBadge level={member.vipLevel} />
          </div>
        </div>
      }
      items={[
        {
          key: 'mine',
          label: commonText('nav.mine'),
          icon: <User size={20} />,
          onPress: () => void navigate('/app/mine'),
        },
        {
          key: 'sign-out',
          label: commonText('action.signOut'),
          icon: <LogOut size={20} />,
          tone: 'danger',
          onPress: onSignOut,
        },
      ]}
    />
  )
}
