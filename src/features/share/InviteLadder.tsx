import { sht } from '#lib/messages/share.ts'
import { Panel } from '#ui/Panel.tsx'
import styles from './InviteLadder.module.css'

/** Annex J */
const RUNGS = [1, 3, 5, 10, 20, 50] as const

/** The reward steps of the invitation. No rewards are defined yet, and the text says so. */
export function InviteLadder() {
  return (
    <>
      <Panel title={sht('invite.ladder')} aside={<span>{sht('invite.rungWait')}</span>}>
        <ol className={styles.rungs}>
          {RUNGS.map((count, at) => (
            <li key={count} className={styles.rung} style={{ height: `${36 + at * 12}px` }}>
              {sht('invite.rung', { count })}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title={sht('invite.how')}>
        <ul className={styles.how}>
          <li>{sht('invite.how1')}</li>
          <li>{sht('invite.how2')}</li>
          <li>{sht('invite.how3')}</li>
        </ul>
      </Panel>
    </>
  )
}
