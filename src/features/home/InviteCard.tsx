import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { ht } from '#lib/messages/home.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Panel } from '#ui/Panel.tsx'
import styles from './InviteCard.module.css'

/** Link to the invitation page, if the site has one (inviteFriendSwitch). */
export function InviteCard() {
  const { invite } = useAtomValue(entrancesAtom)
  if (!invite) return null
  return (
    <Panel className={styles.card}>
      <div className={styles.text}>
        <h2 className={styles.title}>{ht('invite.title')}</h2>
        <p>{ht('invite.text')}</p>
      </div>
      <Link className={buttonClass({ size: 'small' })} to="/app/activity/invite">
        {ht('invite.action')}
      </Link>
    </Panel>
  )
}
