import { Check, Circle } from 'lucide-react'
import { passwordProblem } from '#protocol/rules/member/account.ts'
import { isCommonPassword } from '#protocol/rules/member/common-passwords.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './PasswordRules.module.css'

const RULES = ['length', 'mix', 'name', 'common'] as const

interface PasswordRulesProps {
  readonly password: string
  readonly userName: string
}

/** The rules of a new password (S5.1-S5.6) and which of them the typed one meets. */
export function PasswordRules({ password, userName }: PasswordRulesProps) {
  const isTyped = password !== ''
  const met = {
    length: /^.{8,12}$/.test(password),
    mix: /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]+$/.test(password),
    name: isTyped && password.toLowerCase() !== userName.trim().toLowerCase(),
    common: isTyped && !isCommonPassword(password),
  }
  return (
    <ul className={styles.rules} aria-label={commonText('forms.rules.label')}>
      {RULES.map((rule) => (
        <li key={rule} data-met={met[rule] || undefined}>
          {met[rule] ? <Check size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
          {commonText(`forms.rules.${rule}`)}
          <span className="visually-hidden">{commonText(met[rule] ? 'forms.rules.met' : 'forms.rules.unmet')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The problem of a new password (S5.1-S5.6), or null. */
export function newPasswordProblem(password: string, userName: string): string | null {
  return passwordProblem(password, userName) ?? (isCommonPassword(password) ? commonText('forms.rules.isCommon') : null)
}
