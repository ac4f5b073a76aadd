import { Link } from 'react-router-dom'
import { helpText } from '#messages/zh/help.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './ServiceHint.module.css'

/** A link to customer service. */
export function ServiceHint() {
  return (
    <Panel>
      <div className={styles.service}>
        <div>
          <b>{helpText('serviceTitle')}</b>
          <p>{helpText('serviceText')}</p>
        </div>
        <Link className={buttonClass({ size: 'small' })} to="/cs">
          {helpText('service')}
        </Link>
      </div>
    </Panel>
  )
}
