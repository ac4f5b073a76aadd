import { t } from '#lib/messages/common.ts'
import type { Credentials } from './LoginForm.tsx'
import styles from './DemoAccounts.module.css'

/** The accounts of the demo world; they exist in demo mode only, so their password is no secret. */
const DEMO_PASSWORD = 'Play2026x'
const DEMO_NAMES = ['fan001', 'rich001', 'admin01', 'vip0009'] as const

/** Fills the form by a press, for people who try the demo. */
export function DemoAccounts({ onPick }: { readonly onPick: (account: Credentials) => void }) {
  return (
    <div className={styles.demo}>
      <p>
        <b>{t('auth.demoTitle')}</b>
        {t('auth.demoNote', { password: DEMO_PASSWORD })}
      </p>
      <ul>
        {DEMO_NAMES.map((name) => (
          <li key={name}>
            <button className={styles.account} type="button" onClick={() => onPick({ name, password: DEMO_PASSWORD })}>
              <b>{name}</b>
              <small>{t(`auth.demo.${name}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
