import { Link } from 'react-router-dom'
import { ht } from '#lib/messages/help.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Panel } from '#ui/Panel.tsx'
import styles from './ServiceHint.module.css'

/** A link to customer service. */
export function ServiceHint() {
  return (
    <Panel>
      <div className={styles.service}>
        <div>
          <b>{ht('serviceTitle')}</b>
          <p>{ht('serviceText')}</p>
        </div>
        <Link className={buttonClass({ size: 'small' })} to="/cs">
          {ht('service')}
        </Link>
      </div>
    </Panel>
  )
}
