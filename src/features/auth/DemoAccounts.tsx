import { t } from '#lib/messages/common.ts'
import styles from './DemoAccounts.module.css'

/** Password of the demo accounts. They exist in demo mode only, so it is public. */
const DEMO_PASSWORD = 'Play2026x'
const DEMO_NAMES = ['fan001', 'rich001', 'admin01', 'vip0009'] as const

/** Buttons that fill in the form with a demo account. */
export function DemoAccounts({ onPick }: { readonly onPick: (account: { name: string; password: string }) => void }) {
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
